/** The part of Trusted Types that the decoder of HEIC uses; browsers without them have no such property. */
interface Window {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
  };
}
