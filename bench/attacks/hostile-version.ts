import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@site/shared/domain/limits';

const BUTTON = /(["'])All Photos\1/;
/** React escapes each quote with six characters. */
const QUOTE_COUNT = Math.floor((LIMITS.htmlCharacters * 0.9) / 6);

const createStyles = (css: string, name: string): string => {
  const thirdBytes = Math.floor((LIMITS.stylesheetBytes - Buffer.byteLength(css) - 1024) / 3);
  const repeat = (part: (index: number) => string): string => {
    let text = '';
    for (let index = 0; text.length < thirdBytes; index += 1) text += part(index);
    return text;
  };
  const selector = `.${name}-x`;
  const list = repeat((index) => `${selector}${index}:not(.a):has(.b) .c,`);
  const nestedRules = repeat(() => `${selector}{&:is(.a,.b){${'& .c{'.repeat(LIMITS.stylesheetDepth - 4)}top:0${'}'.repeat(LIMITS.stylesheetDepth - 4)}}}`);
  const properties = repeat((index) => `--p${index}:var(--p${index + 1});`);
  return `${css}${list}${selector}{top:0}${nestedRules}${selector}{${properties}}`;
};

/**
 * Copies a gallery build and makes its page and stylesheet as large and as slow to process as the limits allow. Anyone with a publish token can preview such
 * a version.
 */
export const writeHostileVersion = (source: string, folder: string): void => {
  cpSync(source, folder, { recursive: true });
  const browser = join(folder, 'browser');
  const { runtimeName }: { runtimeName: string } = JSON.parse(readFileSync(join(browser, 'build.json'), 'utf8'));
  for (const file of readdirSync(browser)) {
    if (/\.css\.(?:br|gz)$/.test(file)) rmSync(join(browser, file));
    if (/^gallery\..*\.css$/.test(file)) writeFileSync(join(browser, file), createStyles(readFileSync(join(browser, file), 'utf8'), runtimeName));
  }
  const bundle = join(folder, 'server/routes.cjs');
  const code = readFileSync(bundle, 'utf8');
  if (!BUTTON.test(code)) throw new Error('The gallery has no button for all photos.');
  writeFileSync(
    bundle,
    code.replace(BUTTON, () => `'"'.repeat(${QUOTE_COUNT})`),
  );
};
