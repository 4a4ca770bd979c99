// Tests in Node are spared the libraries for components, which take longer to load than most of these tests.
if (typeof window !== 'undefined') require('./set-up-browser');
