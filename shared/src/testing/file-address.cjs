/** URL of a file that is served unchanged (`?file`). */
module.exports = { __esModule: true, default: '/assets/file.js' };
