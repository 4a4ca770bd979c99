/** @jest-environment node */
import type { ListedKey, Registry } from './manifest.ts';
import { createRegistryCodec } from './registry-codec.ts';
import { ReleaseError } from './release-error.ts';
import type { KeyFolder } from './signing/key-folder.ts';
import { toSignedText } from './signing/signed-text.ts';
import { createSigningKey, type SigningKey } from './signing/signing-keys.ts';

const AT = '2026-11-30T09:00:00.000Z';
const [OLD, NEW, FOREIGN] = [createSigningKey(), createSigningKey(), createSigningKey()];
const list = ({ id, publicKey }: SigningKey): ListedKey => ({ id, publicKey, at: AT });
const retire = (key: SigningKey): ListedKey => ({ ...list(key), retiredAt: AT });
const REGISTRY: Registry = { generation: 3, remotes: {}, removed: {}, at: AT };

/** `reloadedKeys`: the keys on the disk, if they differ from those in memory. */
const setUp = (own: readonly SigningKey[], reloadedKeys = own) => {
  const keys = { read: async () => own, reload: jest.fn(async () => reloadedKeys) };
  return { codec: createRegistryCodec(keys as Partial<KeyFolder> as KeyFolder), keys };
};

describe('the key that signs a registry', () => {
  it.each([
    ['the first one of the machine, if none is listed', [OLD, NEW], undefined, undefined, OLD],
    ['the newest listed one of the machine', [OLD, NEW], [list(OLD), list(NEW), list(FOREIGN)], undefined, NEW],
    ['no retired one', [OLD, NEW], [list(OLD), retire(NEW)], undefined, OLD],
    ['no key that hosts do not trust yet', [OLD, NEW], [list(OLD), list(NEW)], [list(OLD)], OLD],
    ['no key that the previous generation retired', [OLD, NEW], [list(OLD), list(NEW)], [list(OLD), retire(NEW)], OLD],
  ])('is %s', async (_, own, keys, before, expected) => {
    const { codec } = setUp([], own);
    const previousRegistry = before === undefined ? undefined : { keys: before };
    expect((await codec.getSigningKey({ keys }, previousRegistry)).id).toBe(expected.id);
  });

  it.each([
    ['a machine without a key', [], undefined],
    ['a machine with another key', [FOREIGN], [list(OLD)]],
    ['a machine with a retired key', [OLD], [retire(OLD)]],
  ])('is none for %s', async (_, own, keys) => {
    const { codec } = setUp(own);
    await expect(codec.getSigningKey({ keys })).rejects.toThrow(
      new ReleaseError('This machine has no valid key of the registry: copy the folder `keys` of DATA_DIR from a machine that can release.'),
    );
  });
});

describe('the trusted keys', () => {
  it.each([
    ['include a listed key', OLD, { keys: [list(OLD)] }, true],
    ['exclude a retired key of this machine', NEW, { keys: [list(OLD), retire(NEW)] }, false],
    ['include a key of this machine', NEW, { keys: [list(OLD)] }, true],
    ['include a key of this machine before any registry', NEW, undefined, true],
    ['exclude other keys', FOREIGN, { keys: [list(OLD)] }, false],
  ])('%s', async (_, key, trusted, isTrusted) => {
    const { codec } = setUp([NEW]);
    expect(await codec.createFindKey(trusted)(key.id)).toBe(isTrusted ? key.publicKey : undefined);
  });

  it('are read again from the disk before an unknown key is rejected', async () => {
    const { codec, keys } = setUp([OLD], [OLD, NEW]);
    expect(await codec.createFindKey(undefined)(OLD.id)).toBe(OLD.publicKey);
    expect(keys.reload).not.toHaveBeenCalled();
    expect(await codec.createFindKey(undefined)(NEW.id)).toBe(NEW.publicKey);
  });
});

describe('a signed registry', () => {
  it('reads back as it was written, and lists its key', async () => {
    const { codec } = setUp([OLD]);
    const { text, registry } = await codec.format(REGISTRY, {});
    expect(registry).toEqual({ ...REGISTRY, keys: [list(OLD)] });
    expect(await codec.parse(text, 3, undefined)).toEqual(registry);
    await expect(codec.parse(text, 4, undefined)).rejects.toThrow('it contains generation 3');
    await expect(codec.parse(text.replace('"generation": 3', '"generation": 4'), 4, undefined)).rejects.toThrow('it has changed since it was signed');
  });

  it('keeps the keys that it lists, and needs no date', async () => {
    const { codec } = setUp([OLD, NEW]);
    const keys = [list(OLD), list(NEW)];
    const { registry } = await codec.format({ ...REGISTRY, keys }, { keys: [list(OLD)] });
    expect(registry.keys).toEqual(keys);
    const { at: _at, ...undatedRegistry } = REGISTRY;
    expect((await codec.format(undatedRegistry, {})).registry.keys).toEqual([{ ...list(OLD), at: '' }]);
  });

  it('is signed with a key that the previous generation trusts', async () => {
    const { codec } = setUp([OLD, NEW]);
    const { text } = await codec.format({ ...REGISTRY, keys: [list(OLD), list(NEW)] }, { keys: [list(OLD)] });
    expect(JSON.parse(text).signature.key).toBe(OLD.id);
  });

  it('is rejected with an untrusted key, unless it is a backup that lists the key', async () => {
    const text = toSignedText('registry', { ...REGISTRY, keys: [list(FOREIGN)] }, FOREIGN);
    const { codec } = setUp([OLD]);
    await expect(codec.parse(text, 3, { ...REGISTRY, keys: [list(OLD)] })).rejects.toThrow('which is not trusted here');
    expect(await codec.parseBackup(text, 3)).toEqual({ ...REGISTRY, keys: [list(FOREIGN)] });
    await expect(codec.parseBackup(text, 4)).rejects.toThrow('it contains generation 3');
    await expect(codec.parseBackup(toSignedText('registry', REGISTRY, FOREIGN), 3)).rejects.toThrow('which is not trusted here');
    await expect(codec.parse(toSignedText('release', REGISTRY, OLD), 3, undefined)).rejects.toThrow('it has changed since it was signed');
  });
});
