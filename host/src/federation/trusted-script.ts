/** Returns a function that creates script URLs for pages whose policy requires trusted URLs. `name` is the name of the Trusted Types policy. */
export const createTrustedScript = (name: string): ((url: string) => string) => {
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL: (url) => url });
  // The browser accepts the object where the types require a string.
  return (url) => (policy ? (policy.createScriptURL(url) as string) : url);
};
