/** `node object-store-server.cjs <port> <folder> <bucket>`: S3-compatible server for tests. It uses the package's default keys. */
const S3rver = require('@20minutes/s3rver');

const [port, directory, bucket] = process.argv.slice(2);
new S3rver({ port: Number(port), address: '127.0.0.1', directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] }).run();
