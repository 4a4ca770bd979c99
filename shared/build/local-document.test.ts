/** @jest-environment node */
import { toDocumentHeaders, toLocalDocument, toLocalHeaders, toLocalPolicy } from './local-document.ts';

const site = new URL('https://site.test');
const build = { contracts: [2], script: '/assets/development.1.js', replaces: "load('/assets/main.1.js')" };
const copy = { remote: 'gallery', paths: ['/gallery'], entry: '/_dev/gallery.js' };
const html = `<html><head><title>$& Gallery</title>
</head><body><div id="site">Our Gallery</div>
<script>${build.replaces}</script>
</body></html>`;

describe('a page in development', () => {
  it("RLS-08 contains the development build in the head, after its data, instead of the host's script", () => {
    const document = toLocalDocument(html, build, copy, 'once') ?? '';

    const [, head = '', body = ''] = /^(.*)<\/head>(.*)$/s.exec(document) ?? [];
    expect(head).toContain('<title>$& Gallery</title>');
    expect(head).toMatch(
      /<script type="application\/json" id="working-copy">(.*)<\/script>\n<script nonce="once" src="\/assets\/development.1.js"><\/script>\n$/,
    );
    expect(JSON.parse(/id="working-copy">(.*?)<\/script>/.exec(head)?.[1] ?? '')).toEqual(copy);
    expect(body).toContain('<div id="site">Our Gallery</div>');
    expect(document).not.toContain('main.1.js');
  });

  it('RLS-08 escapes HTML in the name of a path', () => {
    expect(toLocalDocument(html, build, { ...copy, paths: ['</script><b>'] }, 'once')).not.toContain('<b>');
  });

  it('RLS-08 is undefined for a page of another host build, and for other HTML', () => {
    expect(toLocalDocument(html, { ...build, replaces: "load('/assets/main.2.js')" }, copy, 'once')).toBeUndefined();
    expect(toLocalDocument('<h1>Bad gateway</h1>', build, copy, 'once')).toBeUndefined();
  });
});

describe('the policy of a page in development', () => {
  it("RLS-08 is the site's policy plus the dev server's sources, and sends no reports", () => {
    const policy =
      "default-src 'self'; script-src 'strict-dynamic' 'sha256-a'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types host 'allow-duplicates'; upgrade-insecure-requests; report-uri /reports?set=1";

    expect(toLocalPolicy(policy, 'once', 'localhost:8080')).toBe(
      "default-src 'self'; script-src 'strict-dynamic' 'sha256-a' 'nonce-once'; connect-src 'self' ws://localhost:8080; require-trusted-types-for 'script'; trusted-types host 'allow-duplicates' rspack-dev-server#overlay",
    );
  });
});

describe("the headers of a response on the developer's machine", () => {
  it('RLS-08 omit headers that would bind the browser to the site or send reports to it', () => {
    const headers = {
      'content-type': 'text/css',
      'strict-transport-security': 'max-age=1',
      'integrity-policy': 'blocked-destinations=(script)',
      'reporting-endpoints': 'reports="/reports"',
    };

    expect(toLocalHeaders(headers, site)).toEqual({ 'content-type': 'text/css' });
  });

  it('RLS-08 keep redirects and cookies on this machine', () => {
    const cookie = 'staff=1; Max-Age=5; Path=/; Domain=site.test; HttpOnly; Secure; SameSite=Lax';

    expect(toLocalHeaders({ location: 'https://site.test/login?from=a', 'set-cookie': [cookie] }, site)).toEqual({
      location: '/login?from=a',
      'set-cookie': ['staff=1; Max-Age=5; Path=/; HttpOnly; SameSite=Lax'],
    });
    expect(toLocalHeaders({ location: 'https://site.test.evil/' }, site).location).toBe('https://site.test.evil/');
  });

  it('RLS-08 describe the changed page, which is never stored', () => {
    const headers = { 'content-length': '10', etag: '"1"', 'cache-control': 'public', vary: 'cookie', 'content-security-policy': 'a' };

    expect(toDocumentHeaders(headers, 'b')).toEqual({ 'cache-control': 'no-store', vary: 'cookie', 'content-security-policy': 'b' });
  });
});
