/** Resolves once the next frame is painted: whatever follows shares no frame with it. */
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });
