/** The version of the whole product, as in the root's `package.json` and in `CHANGELOG.md`. Remotes and the kit have separate versions. */
export const PRODUCT_VERSION = '1.1.0';
