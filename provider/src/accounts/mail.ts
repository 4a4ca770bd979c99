import { createTransport } from 'nodemailer';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Origin of the staff area, without a trailing slash. */
  readonly staffUrl: string;
}

interface Mail {
  readonly to: string;
  /** Reply-To address, if different from the sender's address. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  readonly staffUrl: string;
  /** Sends an email in the background. Responses therefore do not wait for a mail server, and their timing does not reveal whether an email was sent. */
  send(mail: Mail): void;
  deliver(mail: Mail): Promise<void>;
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
    // Emails contain names chosen by staff, which must not be able to make the mailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const pending = new Set<Promise<unknown>>();
  return {
    staffUrl,
    send: (mail) => {
      const delivery: Promise<unknown> = transport
        .sendMail({ from, ...mail })
        .catch(onFailure)
        .finally(() => pending.delete(delivery));
      pending.add(delivery);
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
