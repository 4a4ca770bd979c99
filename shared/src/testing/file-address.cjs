/** The address of a file that is served as it is (`?file`). */
module.exports = { __esModule: true, default: '/assets/file.js' };
