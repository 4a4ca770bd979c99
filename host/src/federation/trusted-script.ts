/** Addresses of scripts for where the page's policy asks for trusted ones; `name` is that of a Trusted Types policy. */
export const createTrustedScript = (name: string): ((url: string) => string) => {
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL: (url) => url });
  // The browser takes it in place of a string.
  return (url) => (policy ? (policy.createScriptURL(url) as string) : url);
};
