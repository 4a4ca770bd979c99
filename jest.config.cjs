module.exports = {
  projects: ['shared', 'host', 'remote-marketing', 'remote-news-events', 'remote-gallery', 'remote-auth-admin', 'provider'].map((name) => `<rootDir>/${name}`),
};
