/** `npm run tokens -- create|list|revoke` in the site's repository; a packaged host has a program of its own for it. */
import { resolve } from 'node:path';
import { runTokenCommand } from './token-command.ts';

await runTokenCommand(resolve(import.meta.dirname, '../../..'));
