/** The build of this page: the server writes it into the page, and into the addresses of files. */

export const build = () => document.documentElement.dataset.build ?? "";

/**
 * The address of a script or style sheet of this page's build. The server has no other.
 * @param {string} path below static/
 */
export const addressOf = (path) => `/static/~${build()}/${path}`;
