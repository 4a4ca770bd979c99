import * as v from 'valibot';
import { createCallLog } from '../call-log.ts';
import { remoteName } from '../manifest.ts';
import { getOwners } from '../path-ownership.ts';
import { registerRemote } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { openHistory } from '../release-history.ts';
import type { ReleaseStore } from '../release-store.ts';
import { findTokenProblem, openTokens, type TokenScope } from '../release-tokens.ts';
import { createKeyClient } from './key-client.ts';
import { getLocalActor } from './local-target.ts';

interface TokenClientOptions {
  readonly store: ReleaseStore;
  readonly say: (line: string) => void;
}

interface NewTokenRequest {
  readonly remote: string;
  /** Paths of a new remote, or additional paths of an existing one. */
  readonly paths: readonly string[];
  /** Public key of the team. Without it, a team that has no key yet gets a new pair, and the private key is printed. */
  readonly key?: string | undefined;
  readonly name?: string | undefined;
  readonly scopes: readonly TokenScope[];
  readonly days: number;
}

/** Creates, lists and revokes release tokens, and registers new remotes. Only administrators use it, on the server. */
export const createTokenClient = ({ store, say }: TokenClientOptions) => {
  const tokens = openTokens(store);
  const keys = createKeyClient({ store, say });
  const actor = getLocalActor();
  const { record } = createCallLog({ history: openHistory(store), onFailure: (reason) => say(`The history cannot be written: ${reason}`) });

  const create = async ({ remote, paths, key, ...request }: NewTokenRequest): Promise<void> => {
    if (!v.is(remoteName, remote)) throw new ReleaseError(`"${remote}" cannot be the name of a remote: use lower-case letters, digits and hyphens.`);
    const isKnown = getOwners(await store.readRegistry())[remote] !== undefined;
    if (!isKnown && paths.length === 0) throw new ReleaseError(`There is no remote "${remote}". To register a new one, name its paths: --paths /${remote}`);
    if (paths.length > 0)
      await record({ actor, action: 'register', remote, detail: paths.join(' ') }, () =>
        store.changeRegistry(registerRemote(remote, paths, new Date().toISOString())),
      );
    const { token, text } = await record({ actor, action: 'create-token', remote, detail: `${request.name ?? ''} ${request.scopes.join(' ')}`.trim() }, () =>
      tokens.create({ remote, ...request }),
    );
    say(`The token ${token.name} may ${token.scopes.join(' and ')} ${remote} until ${token.expiresAt}. It is shown only once:`);
    say(text);
    if (key !== undefined || !(await keys.hasTeamKey(remote))) await keys.addForTeam(remote, key);
    say('To release, with the token in RELEASE_TOKEN and the private key in RELEASE_KEY:');
    say("  in the remote's own repository  npm run deploy -- --to <address of this site>");
    say(`  in the site's repository         npm run deploy -w remote-${remote} -- --to <address of this site>`);
  };

  const list = async (): Promise<void> => {
    const all = await tokens.list();
    if (all.length === 0) say('There are no tokens. To create one: npm run tokens -- create <remote>');
    for (const token of all) {
      const problem = findTokenProblem(token, Date.now());
      const state =
        problem === undefined ? `until ${token.expiresAt}` : token.revokedAt === undefined ? `expired ${token.expiresAt}` : `revoked ${token.revokedAt}`;
      say(`${token.name}  ${token.remote}  ${token.scopes.join(', ')}  created ${token.createdAt}  ${state}`);
    }
  };

  const revoke = async (name: string): Promise<void> => {
    const { remote } = await record({ actor, action: 'revoke-token', detail: name }, () => tokens.revoke(name));
    say(`The token ${name} of ${remote} is revoked: no host accepts it any more.`);
  };

  return { create, list, revoke };
};
