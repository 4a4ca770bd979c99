import { createHash } from 'node:crypto';
import type { Stylesheet } from '../remotes/usable-version.ts';
import { selectAllStyles, selectStyles } from './first-styles.ts';

const createSheet = (css: string): Stylesheet => ({ href: '/x.css', integrity: createHash('sha256').update(css).digest('base64'), css });
const select = (css: string, html = '<p class="a b"><i class="c"></i></p>'): string => selectStyles([createSheet(css)], html);

describe('the styles of the first screen', () => {
  it.each([
    ['a rule for a class on the page', '.a{color:red}'],
    ['a rule for several classes on the page', '.a>.b .c:focus{color:red}'],
    ['a rule with one matching selector', '.x,.a{color:red}'],
    ['rules without classes', 'html{margin:0}[data-x="."]{color:red}'],
    ['the class with which scripts mark the page', '.js .a{color:red}'],
    ['a rule that requires the absence of a class', '.a:not(.x){color:red}'],
    ['a rule about the content of an element', '.a:has(.x:is(.y,.z)){color:red}'],
    ['rules under a condition', '@media (width>=1px){.a{color:red}.b{color:red}}@supports (gap:1px){.a{gap:1px}}'],
    ['fonts, and animations in use', '@font-face{font-family:"A;}"}@keyframes k{from{opacity:0}to{opacity:1}}.a{animation:1s k}'],
    ['a rule with one selector for keyboard focus', '.a:hover,.a:focus{color:red}'],
    ['a rule for closed or left-to-right elements', '.a:not([open]),.b:not([dir=rtl] *){color:red}'],
    ['a rule for an element without opened content', '.a:not(:has([open])){color:red}'],
    ['URLs with any characters', '.a{background:url("data:image/svg+xml,%3Csvg d=\'{;}\'/%3E")}.b{background:url(data:x;base64,e30=)}'],
    ['empty braces in a string', '.a{content:"x{}"}.b{content:"{}"}'],
    ['escaped quotes', '.a{content:"\\"}"}.b{color:red}'],
    ['a complete rule with a nested rule', '.a{color:red;.x{color:blue}}'],
    ['declarations after a nested rule', '.a{.x{color:blue}color:red;@media (width>=1px){top:0}}'],
    ['important declarations', '.a{color:red!important}'],
    ['values with braces', ':root{--a:{x};--b:;top:var(--a)var(--b)}'],
  ])('include %s', (_, css) => {
    expect(select(css)).toBe(css);
  });

  it.each([
    ['a rule for a missing class', '.x{color:red}'],
    ['a rule for several classes, one of which is missing', '.a .x{color:red}'],
    ['conditions without a matching rule', '@media (width>=1px){.x{color:red}}'],
    ['pointer and selection states', '.a:hover{color:red}:active{color:red}::selection{color:red}'],
    ['opened and disabled states', '.a[open]{color:red}.a:disabled,.a[aria-disabled=true]{color:red}[data-open] .a,.a[data-stuck]{color:red}'],
    ['states around opened elements', '.a:has([open]){color:red}:is(.a:has([x="1"]:popover-open) .b,.c:has([open])){color:red}'],
    ['rules for right-to-left pages', '[dir=rtl] .a,[dir="rtl"] .b{color:red}'],
    ['unused animations', '@keyframes k{from{opacity:0}}'],
    ['decoration', '@media (color){.a{color:red}}'],
    ['print rules', '@media print{.a{color:red}}'],
    ["rules for a visitor's own colours", '@media (forced-colors:active){.a{color:red}}@media (prefers-contrast:more){.a{color:red}}'],
    ['rules for reduced data', '@media (prefers-reduced-data:reduce){.a{color:red}}'],
    ['a truncated rule', '.a{color:red'],
  ])('omit %s', (_, css) => {
    expect(select(css)).toBe('');
  });

  it('omit transitions and cursors', () => {
    expect(select('.a{transition:color .2s, top 1s;top:0;transition-duration:1s}.b{cursor:pointer;top:0;transition:none}.b{cursor:help}')).toBe(
      '.a{top:0}.b{top:0}',
    );
  });

  it('omit the content of a closed `details` element, but not its summary or what follows it', () => {
    const html = '<details class="a"><summary class="b">Menu</summary><p class="x">Home</p></details><p class="c"></p>';

    expect(select('.a{top:0}.b{top:0}.x{top:0}.c{top:0}', html)).toBe('.a{top:0}.b{top:0}.c{top:0}');
  });

  it('keep the order of stylesheets, and of the rules in each', () => {
    const sheets = ['.b{top:0}@media (width>=1px){.a{top:1px}.x{top:2px}}', '.a{top:3px}.b{top:4px}'].map(createSheet);

    expect(selectStyles(sheets, '<p class="a b"></p>')).toBe('.b{top:0}@media (width>=1px){.a{top:1px}}.a{top:3px}.b{top:4px}');
  });

  it('include the custom properties that they use directly or indirectly', () => {
    const css = ':root{--a:1px;--b:var(--a);--c:var(--d);--d:";--x:1"}@media (width>=1px){:root{--a:2px;--d:0}}.a{top:var(--b)}.x{top:var(--c)}';

    expect(select(css)).toBe(':root{--a:1px;--b:var(--a)}@media (width>=1px){:root{--a:2px}}.a{top:var(--b)}');
  });

  it.each([
    ['a size', ':root{--a:4px}.a{top:var(--a)}', '.a{top:4px}'],
    ['a part of a value', ':root{--a:4px}.a{margin:0 var(--a) calc(2*1px + var(--a))}', '.a{margin:0 4px calc(2*1px + 4px)}'],
    ['the value of another property', ':root{--a:4px;--b:var(--a)}.a{top:var(--b)}', ':root{--b:4px}.a{top:var(--b)}'],
    ['the value in a nested rule', ':root{--a:4px}.a{&.b{top:var(--a)}}', '.a{&.b{top:4px}}'],
    ['the value of another stylesheet', '@media (width>=1px){.a{top:var(--a)}}:root{--a:4px}', '@media (width>=1px){.a{top:4px}}'],
  ])('inline the value of a property that is declared once: %s', (_, css, expected) => {
    expect(select(css)).toBe(expected);
  });

  it.each([
    ['is declared under a condition', ':root{--a:4px}@media (width>=1px){:root{--a:5px}}.a{top:var(--a)}'],
    ['an element declares', ':root{--a:4px}.a{--a:5px;top:var(--a)}'],
    ['only an element declares', '.a{--a:5px;top:var(--a)}'],
    ['an animation changes', ':root{--a:4px}@keyframes k{to{--a:5px}}.a{animation:k;top:var(--a)}'],
    ['is declared twice', ':root{--a:4px}:root{--a:5px}.a{top:var(--a)}'],
    ['may be missing', ':root{--a:4px}.a{top:var(--a,1px)}'],
    ['follows another word without a space', ':root{--a:4px}.a{--b:x;top:var(--b)var(--a)}'],
    ['a condition queries', ':root{--a:4px}@container style(--x:var(--a)){.a{top:var(--a)}}'],
    ['is part of a string', ':root{--a:4px}.a{content:" var(--a) "}'],
    ['has a value longer than its use', ':root{--a:calc(1px + 2px)}.a{top:var(--a)}'],
  ])('keep a property that %s', (_, css) => {
    expect(select(css)).toBe(css);
  });

  it.each([
    ['braces', '{'.repeat(200_000)],
    ['brackets', `.a${':not('.repeat(50_000)}`],
    ['conditions', '@media (x){'.repeat(20_000)],
    ['quotes', `:root{${'--a:"'.repeat(50_000)}`],
    ['selectors', `${'.a,'.repeat(40_000)}.a{top:0}`],
    ['escaped quotes', `.a{b:${'\\"\\"\\"'.repeat(20_000)}}`],
    ['unterminated strings', `.a{b:${'"\\'.repeat(60_000)}}`],
    ['unterminated URLs', `.a{b:${'url('.repeat(30_000)}}`],
    ['unterminated attributes', `.a${'[aria-disabled'.repeat(8_000)}]{top:0}`],
    ['properties that use each other', `:root{${Array.from({ length: 6000 }, (_each, at) => `--p${at}:var(--p${at + 1})`).join(';')};top:var(--p0)}`],
    ['one repeated property', `:root{${'--a:var(--a);'.repeat(9_000)}top:var(--a)}`],
    ['animations', Array.from({ length: 4000 }, (_each, at) => `@keyframes k${at}{}.a{animation:k${at}}`).join('')],
    ['rules', '.a{b:c}'.repeat(18_000)],
  ])('REL-04 are found quickly in a stylesheet full of %s', (_, css) => {
    const started = performance.now();
    select(css);

    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('all styles of a page', () => {
  const selectAll = (css: string): string => selectAllStyles([createSheet(css)], '<p class="a"></p>');

  it.each([
    ['pointer states and transitions', '.a:hover{transition:color 1s;cursor:pointer;color:red}'],
    ['decoration', '@media (color){.a{color:red}}'],
    ['print rules', '@media print{.a{color:red}}'],
    ["rules for a visitor's own colours", '@media (forced-colors:active){.a{color:red}}'],
    ['system fonts', '@font-face{font-family:A;src:local("B")}'],
  ])('include %s', (_, css) => {
    expect(selectAll(css)).toBe(css);
  });

  it('include the properties that style attributes use', () => {
    const css = ':root{--b:var(--c);--c:red}.a{color:var(--d)}';
    expect(selectAllStyles([createSheet(css)], '<p class="a" style="--d:var(--b)"></p>')).toBe(css);
  });

  it('omit rules for other elements, and font files', () => {
    expect(selectAll('@font-face{font-family:A;src:url("./a.woff2")}.x{color:red}.a{color:red}')).toBe('.a{color:red}');
  });
});
