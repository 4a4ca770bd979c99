import { basename } from 'node:path';
import type { Compiler } from '@rspack/core';

/**
 * Replaces a module inside a package to save bytes where the package has no option for that. The build fails if no module matches: a new version of the package
 * may have moved the module, and the page would silently grow.
 */
export class ReplaceModulePlugin {
  readonly #pattern: RegExp;
  readonly #replacement: string;

  /** Replaces modules whose request or file name matches `pattern` with the file `replacement` (absolute path). */
  constructor(pattern: RegExp, replacement: string) {
    this.#pattern = pattern;
    this.#replacement = replacement;
  }

  apply(compiler: Compiler): void {
    const name = ReplaceModulePlugin.name;
    new compiler.webpack.NormalModuleReplacementPlugin(this.#pattern, this.#replacement).apply(compiler);
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.finishModules.tap(name, (modules) => {
        if ([...modules].some((module) => module instanceof compiler.webpack.NormalModule && module.resource === this.#replacement)) return;
        const message = `${basename(this.#replacement)} replaces nothing, because no module matches ${this.#pattern}. Adapt the pattern to the new version of the package.`;
        compilation.errors.push(new compiler.webpack.WebpackError(message));
      });
    });
  }
}
