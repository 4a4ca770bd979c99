import { basename } from 'node:path';
import type { Compiler } from '@rspack/core';

/**
 * Replaces a module inside a package, where the package has no switch that saves the bytes. The build fails if it replaces nothing, because a new version of
 * the package may move the module, and the page would grow unnoticed.
 */
export class ReplaceModulePlugin {
  readonly #pattern: RegExp;
  readonly #replacement: string;

  /** Replaces modules whose request or file name matches `pattern` by the file `replacement` (absolute path). */
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
