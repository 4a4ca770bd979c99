import type { ApiError } from '@site/shared/contracts/api-error';
import { type Application, replyToApplication } from '@site/shared/contracts/application';
import type { Result } from '@site/shared/domain/result';
import { Button, ButtonLink, ButtonRow } from '@site/shared/ui/button';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import { mailIcon } from '@site/shared/ui/icon-shapes';
import { useCallback, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { describePlaceholders, listTemplates, type Reply, toMailtoUrl, writeReply } from './reply-templates.ts';

const NO_REPLY: Reply = { subject: '', text: '' };
const MAIL_APP_LABEL = 'Open in email app';

interface ReplyFormProps extends ScreenProps {
  readonly application: Application;
  /** Whether the provider sends the email. Otherwise the form opens the user's mail program. */
  readonly canSendMail: boolean;
  readonly isBusy: boolean;
  /** Resolves to whether the call succeeded. */
  readonly change: (call: () => Promise<Result<unknown, ApiError>>) => Promise<boolean>;
}

/** Form for an email to the applicant, based on an editable template. */
export const ReplyForm = ({ services, application, canSendMail, isBusy, change }: ReplyFormProps) => {
  const { http, auth, notify } = services;
  const senderName = useStore(auth, ({ user }) => user?.name ?? '');
  const { _id, email } = application;
  const [template, setTemplate] = useState('');
  const [reply, setReply] = useState(NO_REPLY);
  /** Template that awaits confirmation, because it would replace edited text. */
  const [replacement, setReplacement] = useState<string | null>(null);
  /** The reply that was passed to the mail program. It must not count as unsaved: opening a `mailto:` URL would trigger the browser's warning. */
  const [replyInMailApp, setReplyInMailApp] = useState(NO_REPLY);
  const [isRejected, setIsRejected] = useState(false);
  const message = useRef<HTMLTextAreaElement>(null);
  const write = (id: string): Reply => (id === '' ? NO_REPLY : writeReply(id, application, senderName));
  const choose = (id: string): void => {
    setTemplate(id);
    setIsRejected(false);
    setReply(write(id));
    setReplacement(null);
  };
  const written = write(template);
  const isChanged = reply.subject !== written.subject || reply.text !== written.text;
  const isUnsaved = isChanged && reply !== replyInMailApp;
  const leaveDialog = useUnsavedGuard(useCallback(() => isUnsaved, [isUnsaved]));
  const isEmpty = reply.subject.trim() === '' || reply.text.trim() === '';
  const problem = describePlaceholders(reply.text);
  const rejectReply = (): void => {
    setIsRejected(true);
    message.current?.focus();
  };
  const send = async () => {
    if (!(await change(() => http.call(replyToApplication, { params: { id: _id }, body: reply })))) return;
    notify.success('Email sent');
    choose('');
  };
  const mailAppButton = { variant: canSendMail ? 'quiet' : 'primary', size: 'small', icon: mailIcon } as const;

  return (
    <SidePanel title="Reply by email">
      <SelectField
        label="Template"
        name="template"
        value={template}
        options={[{ value: '', label: 'Choose a template' }, ...listTemplates(application.kind)]}
        onChange={({ target }) => (isChanged ? setReplacement(target.value) : choose(target.value))}
      />
      {template !== '' && (
        <>
          <TextField
            label="Subject"
            name="subject"
            value={reply.subject}
            maxLength={200}
            onChange={({ target }) => setReply({ ...reply, subject: target.value })}
          />
          <TextAreaField
            ref={message}
            label="Message"
            name="message"
            rows={10}
            value={reply.text}
            maxLength={10_000}
            error={isRejected ? problem : undefined}
            onChange={({ target }) => setReply({ ...reply, text: target.value })}
          />
          <ButtonRow>
            {canSendMail && (
              <Button icon={mailIcon} size="small" busy={isBusy} disabled={isEmpty} onClick={() => (problem === undefined ? void send() : rejectReply())}>
                Send
              </Button>
            )}
            {problem === undefined ? (
              <ButtonLink href={toMailtoUrl(email, reply)} {...mailAppButton} onClick={() => setReplyInMailApp(reply)}>
                {MAIL_APP_LABEL}
              </ButtonLink>
            ) : (
              <Button {...mailAppButton} onClick={rejectReply}>
                {MAIL_APP_LABEL}
              </Button>
            )}
          </ButtonRow>
        </>
      )}
      {replacement !== null && (
        <ConfirmDialog title="Replace your text?" confirmLabel="Replace" onConfirm={() => choose(replacement)} onClose={() => setReplacement(null)}>
          <p>You have changed the text of this reply. The new template will replace it.</p>
        </ConfirmDialog>
      )}
      {leaveDialog}
    </SidePanel>
  );
};
