import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { browserBuild } from '@site/shared/build/base';

const NAME = 'single_bundle';
const HTML = `<!doctype html>
<html lang="en-NG" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Better Tomorrow Initiative</title>
</head>
<body><div id="site"></div></body>
</html>`;

const browser = browserBuild(import.meta.dirname, NAME, 'dist');
const config: Configuration = {
  ...browser,
  entry: './main.tsx',
  output: { ...browser.output, uniqueName: NAME, publicPath: '/single-bundle/' },
  plugins: [
    new rspack.HtmlRspackPlugin({ templateContent: HTML }),
    new rspack.DefinePlugin({ SITE: readFileSync(join(import.meta.dirname, '../../host/site.config.json'), 'utf8') }),
  ],
};
export default config;
