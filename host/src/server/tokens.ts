/** `npm run tokens -- create|list|revoke` in the folder of a packaged host. */
import { resolve } from 'node:path';
import { runTokenCommand } from '@site/releases/token-command';

/** The compiled program is in host/dist/server. */
void runTokenCommand(resolve(__dirname, '../../..'));
