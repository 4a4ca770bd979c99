/** Address and hash of a file of the host's script. */
export type ScriptFile = readonly [address: string, integrity: string];

/**
 * The text of a function `go` that requests the files of the host's script, each of them once, unless it has failed since. `onFailure` is the text of what follows, after a comma, when the script `e` has failed.
 * The files may arrive in any order: the entry waits for the others.
 */
export const createLoader = (files: readonly ScriptFile[], onFailure = ''): string =>
  `const l=${JSON.stringify(files)},t=window.trustedTypes?.createPolicy('start',{createScriptURL:u=>u}),go=()=>{for(const f of l.splice(0)){const[u,h]=f,e=document.createElement('script');e.onerror=()=>(l.push(f)${onFailure});e.integrity=h;e.crossOrigin='';e.src=t?t.createScriptURL(u):u;document.head.append(e)}};`;

/**
 * The inline script that fetches the host's script once the page has painted: after `load`, or at the first touch, key or pointer, whichever is first. If a file
 * delays `load`, the script starts anyway after 1.2 s and four times what the page has taken so far.
 * Addresses and hashes are in its text, and so under its own hash in the Content-Security-Policy: a text that read them from its element would be allowed
 * in injected markup too, and would load whatever that names. A file that does not arrive is requested again by the next touch, key or click (which is all that some assistive technologies send), and when the connection is back.
 */
export const createStartScript = (files: readonly ScriptFile[]): string =>
  `(()=>{${createLoader(files)}for(const n of['pointerdown','keydown','click','online'])addEventListener(n,go);addEventListener('load',()=>setTimeout(go,0));setTimeout(go,1200+4*performance.now())})()`;
