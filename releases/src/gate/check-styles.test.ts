/** @jest-environment node */
import { findGlobalStyles } from './check-styles.ts';

const find = (css: string) => findGlobalStyles(css, 'remote_sample_0a');

describe('REL-04 styles of a release', () => {
  it.each([
    ['a class', '.remote_sample_0a-card { color: red }'],
    ['elements inside a class', '.remote_sample_0a-card > a:hover, .remote_sample_0a-card p + p { color: red }'],
    ['a class inside the theme', 'html[data-theme="dark"] .remote_sample_0a-card, :root:has(body) .remote_sample_0a-card { color: red }'],
    ['branches with only classes of the remote', ':is(.remote_sample_0a-card, .remote_sample_0a-tile) a { color: red }'],
    ['adjacent classes of the remote', '.remote_sample_0a-card + .remote_sample_0a-card { color: red }'],
    [
      'media, supports and containers',
      '@media (min-width: 1px) { @supports (display: grid) { @container (width > 1px) { .remote_sample_0a-card { color: red } } } }',
    ],
    ['an animation of the remote', '@keyframes remote_sample_0a-pulse { 0% { opacity: 0 } to { opacity: 1 } }'],
    ['nesting', '.remote_sample_0a-card { &:hover { color: red } a { color: red } }'],
  ])('accepts %s', (_name, css) => {
    expect(find(css)).toEqual([]);
  });

  it.each([
    ['an element', 'header { display: none }', '"header" matches'],
    ['everything', '* { margin: 0 }', '"*" matches'],
    ['one of several selectors', '.remote_sample_0a-card, footer { color: red }', '"footer" matches'],
    ['a rule in a media query', '@media print { body { display: none } }', '"body" matches'],
    ["the host's class", '.host-header { display: none }', '".host-header" matches'],
    ["another version's class", '.remote_sample_1b-card { color: red }', 'matches'],
    ['tokens of the page', ':root { --brand: red }', '":root" matches'],
    ['a parent of a class of the remote', 'body:has(.remote_sample_0a-card) header { color: red }', 'matches'],
    ['elements without a class of the remote', ':not(.remote_sample_0a-card) { color: red }', 'matches'],
    ['a sibling of a class of the remote', '.remote_sample_0a-card ~ footer { color: red }', 'matches'],
    ['a mixed list of branches', ':is(.remote_sample_0a-card, header) { color: red }', 'matches'],
    ['a class of the remote in an attribute', '[class*=".remote_sample_0a-card"] { color: red }', 'matches'],
    ['nesting that escapes the class', '.remote_sample_0a-card { :root:has(&) header { color: red } }', 'matches'],
    ['an animation with a global name', '@keyframes fade { to { opacity: 0 } }', '@keyframes fade'],
    ['a font', '@font-face { font-family: Inter; src: url(x.woff2) }', '@font-face'],
    ['a custom property of the page', '@property --brand { syntax: "*"; inherits: true }', '@property --brand'],
    ['a layer of the page', '@layer base { .remote_sample_0a-card { color: red } }', '@layer base'],
    ['another stylesheet', '@import url("https://elsewhere.example/x.css");', '@import'],
    ['the end of the style element', '.remote_sample_0a-card { content: "</StyLe><script>" }', 'end of the style element'],
    ['a view transition', '::view-transition-old(root) { animation: none }', 'matches'],
    ['an incomplete rule', '.remote_sample_0a-card { color: red', 'cannot be parsed'],
    ['more bytes than the host reads', `.remote_sample_0a-card { content: "${'x'.repeat(128 * 1024)}" }`, 'the limit of a stylesheet is 128 KB'],
    ['rules nested too deeply', `${'.remote_sample_0a-card{'.repeat(17)}${'}'.repeat(17)}`, 'nested more than 16 deep'],
  ])('rejects %s', (_name, css, reason) => {
    expect(find(css)).toEqual([expect.stringContaining(reason)]);
  });

  it('rejects a selector that doubles with each level of nesting, without expanding it', () => {
    const started = performance.now();

    expect(find(`.remote_sample_0a-card{${'& &{'.repeat(15)}color:red${'}'.repeat(16)}`)).toContainEqual(
      expect.stringContaining('nested into a selector of more than'),
    );
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
