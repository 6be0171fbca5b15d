/** A worker that ticks: timers of a hidden page are slowed down, a worker's are not. */
setInterval(() => postMessage(0), 2000);
