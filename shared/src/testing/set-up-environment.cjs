// Tests in Node skip the component libraries, which take longer to load than most of these tests take to run.
if (typeof window !== 'undefined') require('./set-up-browser');
