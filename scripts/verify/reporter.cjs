const { relative, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

class Reporter {
  onTestCaseResult({ path }, { status, fullName, failureMessages }) {
    process.send({ suite: relative(root, path), test: fullName, status, message: failureMessages.join('\n') });
  }

  onTestResult({ path }, { testExecError, failureMessage }) {
    process.send({ suite: relative(root, path), status: testExecError ? 'broken' : 'ended', message: testExecError ? (failureMessage ?? '') : '' });
  }
}

module.exports = Reporter;
