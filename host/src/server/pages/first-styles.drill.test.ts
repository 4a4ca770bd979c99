import { createHash } from 'node:crypto';
import type { Stylesheet } from '../remotes/usable-version.ts';
import { selectAllStyles, selectStyles } from './first-styles.ts';

const createSheet = (css: string): Stylesheet => ({ href: '/x.css', integrity: createHash('sha256').update(css).digest('base64'), css });
const select = (css: string, html = '<p class="a b"><i class="c"></i></p>'): string => selectStyles([createSheet(css)], html);

describe('the styles of the first screen', () => {
  it.each([
    ['a rule of a class that is there', '.a{color:red}'],
    ['a rule of several classes that are there', '.a>.b .c:focus{color:red}'],
    ['a rule with one selector that applies', '.x,.a{color:red}'],
    ['rules without classes', 'html{margin:0}[data-x="."]{color:red}'],
    ['the class by which scripts mark the page', '.js .a{color:red}'],
    ['a rule that requires the absence of a class', '.a:not(.x){color:red}'],
    ['a rule about what an element contains', '.a:has(.x:is(.y,.z)){color:red}'],
    ['rules under a condition', '@media (width>=1px){.a{color:red}.b{color:red}}@supports (gap:1px){.a{gap:1px}}'],
    ['fonts, and the movements that they use', '@font-face{font-family:"A;}"}@keyframes k{from{opacity:0}to{opacity:1}}.a{animation:1s k}'],
    ['a rule with one selector for the keyboard', '.a:hover,.a:focus{color:red}'],
    ['a rule of what is closed or written from left to right', '.a:not([open]),.b:not([dir=rtl] *){color:red}'],
    ['a rule of something around what is not opened', '.a:not(:has([open])){color:red}'],
    ['addresses with any characters', '.a{background:url("data:image/svg+xml,%3Csvg d=\'{;}\'/%3E")}.b{background:url(data:x;base64,e30=)}'],
    ['empty braces in a text', '.a{content:"x{}"}.b{content:"{}"}'],
    ['escaped quotes', '.a{content:"\\"}"}.b{color:red}'],
    ['nested rules in one piece', '.a{color:red;.x{color:blue}}'],
    ['what follows a nested rule', '.a{.x{color:blue}color:red;@media (width>=1px){top:0}}'],
    ['what is important', '.a{color:red!important}'],
    ['values with braces', ':root{--a:{x};--b:;top:var(--a)var(--b)}'],
  ])('have %s', (_, css) => {
    expect(select(css)).toBe(css);
  });

  it.each([
    ['a rule of a class that is not there', '.x{color:red}'],
    ['a rule of several classes, one of which is not there', '.a .x{color:red}'],
    ['conditions without a rule that applies', '@media (width>=1px){.x{color:red}}'],
    ['what changes under a pointer', '.a:hover{color:red}:active{color:red}::selection{color:red}'],
    [
      'what is shown when something is opened or switched off',
      '.a[open]{color:red}.a:disabled,.a[aria-disabled=true]{color:red}[data-open] .a,.a[data-stuck]{color:red}',
    ],
    ['what changes around something that is opened', '.a:has([open]){color:red}:is(.a:has([x="1"]:popover-open) .b,.c:has([open])){color:red}'],
    ['what is for pages from right to left', '[dir=rtl] .a,[dir="rtl"] .b{color:red}'],
    ['movements that they do not use', '@keyframes k{from{opacity:0}}'],
    ['ornament', '@media (color){.a{color:red}}'],
    ['what is for print', '@media print{.a{color:red}}'],
    ["exceptions from a reader's own colours", '@media (forced-colors:active){.a{color:red}}@media (prefers-contrast:more){.a{color:red}}'],
    ['what saves data', '@media (prefers-reduced-data:reduce){.a{color:red}}'],
    ['what was cut off', '.a{color:red'],
  ])('do not have %s', (_, css) => {
    expect(select(css)).toBe('');
  });

  it('do not have transitions and pointers', () => {
    expect(select('.a{transition:color .2s, top 1s;top:0;transition-duration:1s}.b{cursor:pointer;top:0;transition:none}.b{cursor:help}')).toBe(
      '.a{top:0}.b{top:0}',
    );
  });

  it('do not have what is in a closed `details` element, but what opens it and what follows', () => {
    const html = '<details class="a"><summary class="b">Menu</summary><p class="x">Home</p></details><p class="c"></p>';

    expect(select('.a{top:0}.b{top:0}.x{top:0}.c{top:0}', html)).toBe('.a{top:0}.b{top:0}.c{top:0}');
  });

  it('have each stylesheet in its order, and of each the rules in their order', () => {
    const sheets = ['.b{top:0}@media (width>=1px){.a{top:1px}.x{top:2px}}', '.a{top:3px}.b{top:4px}'].map(createSheet);

    expect(selectStyles(sheets, '<p class="a b"></p>')).toBe('.b{top:0}@media (width>=1px){.a{top:1px}}.a{top:3px}.b{top:4px}');
  });

  it('have the custom properties that they use, and those that these use', () => {
    const css = ':root{--a:1px;--b:var(--a);--c:var(--d);--d:";--x:1"}@media (width>=1px){:root{--a:2px;--d:0}}.a{top:var(--b)}.x{top:var(--c)}';

    expect(select(css)).toBe(':root{--a:1px;--b:var(--a)}@media (width>=1px){:root{--a:2px}}.a{top:var(--b)}');
  });

  it.each([
    ['a size', ':root{--a:4px}.a{top:var(--a)}', '.a{top:4px}'],
    ['a part of a value', ':root{--a:4px}.a{margin:0 var(--a) calc(2*1px + var(--a))}', '.a{margin:0 4px calc(2*1px + 4px)}'],
    ['the value of another property', ':root{--a:4px;--b:var(--a)}.a{top:var(--b)}', ':root{--b:4px}.a{top:var(--b)}'],
    ['the value in a nested rule', ':root{--a:4px}.a{&.b{top:var(--a)}}', '.a{&.b{top:4px}}'],
    ['the value of another stylesheet', '@media (width>=1px){.a{top:var(--a)}}:root{--a:4px}', '@media (width>=1px){.a{top:4px}}'],
  ])('have %s in place of the property that is declared once', (_, css, expected) => {
    expect(select(css)).toBe(expected);
  });

  it.each([
    ['is declared under a condition', ':root{--a:4px}@media (width>=1px){:root{--a:5px}}.a{top:var(--a)}'],
    ['an element declares', ':root{--a:4px}.a{--a:5px;top:var(--a)}'],
    ['only an element declares', '.a{--a:5px;top:var(--a)}'],
    ['a movement changes', ':root{--a:4px}@keyframes k{to{--a:5px}}.a{animation:k;top:var(--a)}'],
    ['is declared twice', ':root{--a:4px}:root{--a:5px}.a{top:var(--a)}'],
    ['may be missing', ':root{--a:4px}.a{top:var(--a,1px)}'],
    ['follows another word without a space', ':root{--a:4px}.a{--b:x;top:var(--b)var(--a)}'],
    ['a condition asks for', ':root{--a:4px}@container style(--x:var(--a)){.a{top:var(--a)}}'],
    ['is part of a text', ':root{--a:4px}.a{content:" var(--a) "}'],
    ['is longer than its name', ':root{--a:calc(1px + 2px)}.a{top:var(--a)}'],
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
    ['strings without end', `.a{b:${'"\\'.repeat(60_000)}}`],
    ['addresses without end', `.a{b:${'url('.repeat(30_000)}}`],
    ['attributes without end', `.a${'[aria-disabled'.repeat(8_000)}]{top:0}`],
    ['properties that use each other', `:root{${Array.from({ length: 6000 }, (_each, at) => `--p${at}:var(--p${at + 1})`).join(';')};top:var(--p0)}`],
    ['one property again and again', `:root{${'--a:var(--a);'.repeat(9_000)}top:var(--a)}`],
    ['movements', Array.from({ length: 4000 }, (_each, at) => `@keyframes k${at}{}.a{animation:k${at}}`).join('')],
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
    ['what changes under a pointer, and how', '.a:hover{transition:color 1s;cursor:pointer;color:red}'],
    ['ornament', '@media (color){.a{color:red}}'],
    ['what is for print', '@media print{.a{color:red}}'],
    ["exceptions from a reader's own colours", '@media (forced-colors:active){.a{color:red}}'],
    ['fonts of the system', '@font-face{font-family:A;src:local("B")}'],
  ])('have %s', (_, css) => {
    expect(selectAll(css)).toBe(css);
  });

  it('have the properties that style attributes use', () => {
    const css = ':root{--b:var(--c);--c:red}.a{color:var(--d)}';
    expect(selectAllStyles([createSheet(css)], '<p class="a" style="--d:var(--b)"></p>')).toBe(css);
  });

  it('have no other elements, and no files of fonts', () => {
    expect(selectAll('@font-face{font-family:A;src:url("./a.woff2")}.x{color:red}.a{color:red}')).toBe('.a{color:red}');
  });
});
