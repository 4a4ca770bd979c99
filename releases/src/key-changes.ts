import type { ListedKey, Registry } from './manifest.ts';
import { getOwners } from './path-ownership.ts';
import type { RegistryChange } from './registry-changes.ts';
import { ReleaseError } from './release-error.ts';
import { getKeyId } from './signing/signing-keys.ts';

export const isValidKey = ({ retiredAt }: ListedKey): boolean => retiredAt === undefined;

/** Returns the keys with which a team signs new releases. */
export const listTeamKeys = ({ teamKeys }: Pick<Registry, 'teamKeys'>, remote: string): ListedKey[] => teamKeys?.[remote]?.filter(isValidKey) ?? [];

const addKey = (listed: readonly ListedKey[], publicKey: string, at: string): ListedKey[] => {
  const id = getKeyId(publicKey);
  const knownKey = listed.find((key) => key.id === id);
  if (knownKey === undefined) return [...listed, { id, publicKey, at }];
  if (!isValidKey(knownKey)) throw new ReleaseError(`The key ${id} was retired on ${knownKey.retiredAt}. Make a new one.`);
  return [...listed];
};

/** Adds a key with which a team may sign. From then on, the team's uploads must be signed with one of its keys. */
export const addTeamKey =
  (remote: string, publicKey: string, at: string): RegistryChange =>
  (content) => {
    if (getOwners(content)[remote] === undefined) throw new ReleaseError(`There is no remote "${remote}".`);
    return { ...content, teamKeys: { ...content.teamKeys, [remote]: addKey(content.teamKeys?.[remote] ?? [], publicKey, at) } };
  };

/** Adds a registry key. Generations may be signed with it from the one after next. */
export const addRegistryKey =
  (publicKey: string, at: string): RegistryChange =>
  (content) => ({ ...content, keys: addKey(content.keys ?? [], publicKey, at) });

const retire = (listed: readonly ListedKey[], id: string, at: string): ListedKey[] =>
  listed.map((key) => (key.id === id && isValidKey(key) ? { ...key, retiredAt: at } : key));

/** Retires a key: its new signatures are invalid, but the team's earlier releases remain valid. The registry's last key cannot be retired. */
export const retireKey =
  (id: string, at: string): RegistryChange =>
  (content) => {
    const { keys = [], teamKeys = {} } = content;
    if (![...keys, ...Object.values(teamKeys).flat()].some((key) => key.id === id && isValidKey(key))) throw new ReleaseError(`There is no valid key "${id}".`);
    const remaining = retire(keys, id, at);
    if (keys.length > 0 && !remaining.some(isValidKey))
      throw new ReleaseError('This is the only key of the registry. Add another one first: npm run releases -- keys add registry');
    return {
      ...content,
      keys: remaining,
      teamKeys: Object.fromEntries(Object.entries(teamKeys).map(([remote, listed]) => [remote, retire(listed, id, at)])),
    };
  };
