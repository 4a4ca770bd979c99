/** Part of Trusted Types that the host uses. Browsers without Trusted Types lack this property. */
interface Window {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
  };
}
