/** The text of a function `go` that fetches the host's script once; `s` tells whether it has been called. `onFailure` is the text of a function for a script `e` that has failed. */
export const createLoader = (script: string, integrity: string, onFailure: string): string =>
  `let s=0;const u=${JSON.stringify(script)},t=window.trustedTypes?.createPolicy('start',{createScriptURL:()=>u}),
go=()=>{if(s)return;s=1;const e=document.createElement('script');e.onerror=${onFailure};e.integrity=${JSON.stringify(integrity)};e.crossOrigin='';e.src=t?t.createScriptURL(u):u;document.head.append(e)};`;

/**
 * The inline script that fetches the host's script once the page has painted: after `load`, or at the first touch, key or pointer, whichever is first. If a file
 * delays `load`, the script starts anyway after 1.2 s and four times what the page has taken so far.
 * Address and hash are in its text, and so under its own hash in the Content-Security-Policy: a text that read them from its element would be allowed
 * in injected markup too, and would load whatever that names. A script that does not arrive is requested again by the next touch or key.
 */
export const createStartScript = (script: string, integrity: string): string =>
  `(()=>{${createLoader(script, integrity, '()=>s=0')}
for(const n of['pointerdown','keydown'])addEventListener(n,go);
addEventListener('load',()=>setTimeout(go,0));
setTimeout(go,1200+4*performance.now())})()`;
