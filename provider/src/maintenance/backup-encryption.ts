import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Appended to the names of encrypted files, which `age` reads too. */
export const ENCRYPTED = '.age';

/** For the public key `age1…`; anyone who has only that cannot read the result. */
export const encrypt = async (bytes: Buffer, recipient: string): Promise<Buffer> => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(bytes));
};

/** Rejects with another private key than the one of the recipient, and when a byte has changed. */
export const decrypt = async (bytes: Buffer, identity: string): Promise<Buffer> => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Buffer.from(await decrypter.decrypt(bytes));
};

/** A new pair of keys for `BACKUP_RECIPIENT` and `BACKUP_IDENTITY`. */
export const createBackupKeys = async (): Promise<{ readonly recipient: string; readonly identity: string }> => {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
};
