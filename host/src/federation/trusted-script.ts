/** Creates script URLs for pages whose policy requires trusted ones; `name` is the name of a Trusted Types policy. */
export const createTrustedScript = (name: string): ((url: string) => string) => {
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL: (url) => url });
  // The browser accepts the object in place of a string.
  return (url) => (policy ? (policy.createScriptURL(url) as string) : url);
};
