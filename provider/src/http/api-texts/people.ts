import type { Topic } from './topic.ts';

export const applications = {
  name: 'Forms and applications',
  rules: ['Volunteers and schools send their forms to the same call. Both forms become applications.'],
  operations: {
    createFormToken: [
      'Creates a token for the header `Form-Token`',
      'The token is signed, for one application, and valid from three seconds after the form was begun for one day.',
      'The page requests it when a field first gets the focus.',
    ],
    sendApplication: [
      'Stores the application of a volunteer, or of a school (`kind`: `school-visit`)',
      'A school gives `email`, `phone` or both.',
      'The same form sent twice on one day is stored once; with the same `Idempotency-Key`, on any day.',
      'One address can send 60 forms in an hour, 20 of them without a form token (then 429).',
    ],
    listApplications: ['Lists applications, newest first'],
    getApplication: ['Returns an application with notes, and the ids of its neighbours (`newer`, `older`)'],
    getApplicationOptions: ['Returns possible assignees, and whether the provider sends email (`canSendMail`)'],
    updateApplication: ['Changes stage or assignee', 'An application is new exactly while `readAt` is null.'],
    addApplicationNote: ['Adds a note'],
    deleteApplicationNote: ["Deletes the caller's note; administrators delete any"],
    replyToApplication: [
      'Sends an email to the applicant, and keeps it as a note',
      "Replies go to the email address of the caller's account.",
      '409 if the provider sends no email, the applicant gave no address, or the mail server rejects it.',
    ],
    deleteApplication: ['Deletes an application'],
    restoreApplication: ['Restores an application'],
  },
} as const satisfies Topic;

export const personalData = {
  name: 'Personal data',
  rules: ['A person is found by email, phone or name; one is enough. A phone number may have any notation; without a country code it is Nigerian.'],
  operations: {
    findPerson: [
      'Returns everything that names a person; the response is the export',
      'A name matches as whole words in their order, ignoring case and diacritics, and across markup.',
      'The search covers texts of documents and gallery images (`mentions`, `images`; also in the trash), names of albums,' +
        ' applications with their notes, the audit log, versions, unsaved drafts and review comments.',
      '`items`: what can be erased, by `place`, with the text around the match, up to 500 of each place. `omittedItems` counts the others.',
      '`isExact`: found by email address, phone number or application, not just by a name.',
      '`backups`: those that contain the data.',
    ],
    erasePerson: [
      'Permanently erases the `chosen` items',
      'Items are applications, personal values of audit entries, images, fields of versions, unsaved drafts and review comments.',
      'Ids that the search does not find are ignored. Editors change documents themselves.',
      '409 while the person has a staff account.',
      '`backups`: those that still contain the data, with their expiry. When one is restored, `npm run restore` erases the data again.',
    ],
  },
} as const satisfies Topic;
