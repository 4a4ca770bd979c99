#!/usr/bin/env node
/** Runs the release command from its TypeScript source in this repository. The packed kit contains the compiled command. */
import { register } from 'tsx/esm/api';

register();
await import('./src/command/cli.ts');
