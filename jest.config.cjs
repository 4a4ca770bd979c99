module.exports = {
  projects: [
    'scripts',
    'shared',
    'releases',
    'host',
    'remote-marketing',
    'remote-news-events',
    'remote-gallery',
    'remote-auth-admin',
    'provider',
    'provider/jest.postgres.config.cjs',
  ].map((name) => `<rootDir>/${name}`),
};
