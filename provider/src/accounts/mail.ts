import { createTransport } from 'nodemailer';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** The address where staff sign in, without a slash at the end. */
  readonly staffUrl: string;
}

interface Mail {
  readonly to: string;
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  readonly staffUrl: string;
  /** Sends in the background: no response waits for a mail server, or tells by its time whether a mail was sent. */
  send(mail: Mail): void;
  /** Resolves when the mail server has accepted it; rejects when it has not. */
  deliver(mail: Mail): Promise<void>;
  /** Resolves when nothing is being sent any more. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 15_000;

export const createMailer = ({ smtpUrl, from, staffUrl }: MailSettings, onFailure: (reason: unknown) => void): Mailer => {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Texts contain names that staff have chosen.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const pending = new Set<Promise<unknown>>();
  return {
    staffUrl,
    send: (mail) => {
      const sending: Promise<unknown> = transport
        .sendMail({ from, ...mail })
        .catch(onFailure)
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    deliver: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    close: async () => {
      await Promise.all(pending);
      transport.close();
    },
  };
};
