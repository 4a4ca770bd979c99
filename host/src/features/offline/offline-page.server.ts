import type { SiteConfig } from '@site/shared/contracts/site';
import { EMERGENCY_SITUATION, NO_ANSWER, nameEmergencyCall } from '@site/shared/domain/emergency';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { EXIT_URL } from '../help/help-links.ts';
import { getHelplineFacts } from '../help/helplines.ts';
import css from './offline-page.inline.css?inline';
import { INTRODUCTION_PLACEHOLDER, SAVED_PLACEHOLDER } from './offline-texts.ts';

/** Creates the worker's own page, which needs no other files: the helplines and the pages saved on the device. `headScript` is the script of every page. */
export const createOfflinePage = (
  { organisationName, telephone, emergencyTelephone, helplines }: Pick<SiteConfig, 'organisationName' | 'telephone' | 'emergencyTelephone' | 'helplines'>,
  headScript: string,
): string => {
  const lines = [
    ...(emergencyTelephone === undefined
      ? []
      : [
          {
            telephone: emergencyTelephone,
            label: nameEmergencyCall(emergencyTelephone),
            about: `If ${EMERGENCY_SITUATION}. ${NO_ANSWER}`,
          },
        ]),
    ...helplines.map((helpline) => ({
      telephone: helpline.telephone,
      label: `Call ${helpline.telephone}`,
      about: [helpline.name, ...getHelplineFacts(helpline), helpline.note].filter((part) => part !== '').join('. '),
    })),
    { telephone, label: `Call ${telephone}`, about: `Office of ${organisationName}` },
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><script>${headScript}</script><title>Saved pages | ${escapeHtml(organisationName)}</title><style>${css}</style></head><body>
<header><p><b>${escapeHtml(organisationName)}</b><a href="${EXIT_URL}">Exit this page</a></p></header>
<main>
${INTRODUCTION_PLACEHOLDER}
<h2>Need to talk?</h2>
<ul>${lines.map(({ telephone: number, label, about }) => `<li class="line"><a class="call" href="${telephoneHref(number)}">${escapeHtml(label)}</a><p>${escapeHtml(about)}</p></li>`).join('')}</ul>
<h2>Saved on this device</h2>
${SAVED_PLACEHOLDER}
</main></body></html>`;
};
