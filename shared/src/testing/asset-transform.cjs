const path = require('node:path');

// An imported image or font is its address, as in the build.
module.exports = { process: (_source, file) => ({ code: `module.exports = ${JSON.stringify(`/assets/${path.basename(file)}`)};` }) };
