import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@site/shared/testing/wait-until';
import { SMTPServer } from 'smtp-server';

interface ReceivedEmail {
  readonly to: string;
  readonly subject: string;
  /** Decoded headers and body. */
  readonly text: string;
}

export interface MailSink {
  readonly url: string;
  readonly emails: readonly ReceivedEmail[];
  waitFor(count: number): Promise<readonly ReceivedEmail[]>;
  stop(): Promise<void>;
}

const decode = (raw: string): string =>
  raw.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Starts a mail server that accepts everything and delivers nothing. */
export const startMailSink = async (): Promise<MailSink> => {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const mail = decode(raw);
        emails.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          subject: /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '',
          text: mail,
        });
        done();
      });
    },
  });
  const netServer = server.listen(0, '127.0.0.1');
  await once(netServer, 'listening');
  const address = netServer.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    waitFor: async (count) => {
      await waitUntil(() => emails.length >= count);
      return emails;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
