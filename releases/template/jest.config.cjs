module.exports = require('@site/shared/jest');
