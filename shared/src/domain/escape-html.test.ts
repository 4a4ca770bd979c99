/** @jest-environment node */
import { escapeHtml } from './escape-html.ts';

describe('escapeHtml', () => {
  it('leaves no character that ends a text or a quoted attribute', () => {
    expect(escapeHtml(`<b title="Sade's">R&D</b>`)).toBe('&lt;b title=&quot;Sade&#39;s&quot;&gt;R&amp;D&lt;/b&gt;');
  });

  it('escapes text that is already escaped', () => {
    expect(escapeHtml('&amp;')).toBe('&amp;amp;');
  });
});
