/** `npm run tokens -- create|list|revoke` in the site's repository; a packaged host has its own program for token commands. */
import { resolve } from 'node:path';
import { runTokenCommand } from './token-command.ts';

await runTokenCommand(resolve(import.meta.dirname, '../../..'));
