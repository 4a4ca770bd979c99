#!/usr/bin/env node
/** The release command in this repository, where it is TypeScript. The kit has it compiled. */
import { register } from 'tsx/esm/api';

register();
await import('./src/command/cli.ts');
