/** The part of Trusted Types that the HEIC decoder uses. Browsers without Trusted Types lack this property. */
interface Window {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
  };
}
