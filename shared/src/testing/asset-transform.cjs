const path = require('node:path');

// Importing an image or font returns its URL, as in the build.
module.exports = { process: (_source, file) => ({ code: `module.exports = ${JSON.stringify(`/assets/${path.basename(file)}`)};` }) };
