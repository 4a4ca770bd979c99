import type { SiteConfig } from '@site/shared/contracts/site';
import { EMERGENCY_SITUATION, NO_ANSWER, nameEmergencyCall } from '@site/shared/domain/emergency';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { EXIT_URL } from '../../features/help/help-links.ts';
import { getHelplineFacts } from '../../layout/site-links.ts';
import { PLAIN_HEAD_SCRIPT } from '../pages/document.ts';

/** Where the worker puts what the page is about. */
export const INTRODUCTION_PLACE = '<!--introduction-->';
/** Where it puts the list of saved pages. */
export const SAVED_PLACE = '<!--saved-->';

export const OFFLINE_INTRODUCTION =
  '<h1>You are offline</h1><p>This page could not be loaded because you have no internet connection. Calls and text messages work without one.</p><p><a href="">Try again</a></p>';
export const SAVED_INTRODUCTION =
  '<h1>Saved pages</h1><p>These pages are saved on this device and open offline. Anyone who uses the device can see them. “Exit this page” deletes them.</p><p><a href="/">Home</a></p>';

/** The colours and corners of `tokens.css`, which this page cannot load. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;background:#fff;color:#1a1633;font:400 1.0625rem/1.65 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}
header{background:#171240;color:#fff;border-bottom:6px solid #f6a81c}header p{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center;max-width:34rem;margin:0 auto;padding:.5rem 1.25rem}header a{display:inline-flex;align-items:center;min-height:2.75rem;color:#fff}
h1{font-size:2.125rem;line-height:1.04;letter-spacing:-.02em;margin:.5rem 0 1rem}h2{font-size:1.375rem;line-height:1.2;margin:2.25rem 0 .5rem}
ul{margin:0;padding:0;list-style:none}
a{color:#3b33a0;font-weight:600}
.call{display:block;padding:.875rem 1.25rem;border-radius:14px 14px 14px 4px;background:#b3123f;color:#fff;text-decoration:none;font-size:1.125rem;font-weight:700}
.line{margin-top:1rem}.line p{margin:.375rem 0 0;color:#4a4563}
li>a:only-child{display:inline-flex;align-items:center;min-height:2.75rem}
a:focus-visible{outline:3px solid #ffc24d;box-shadow:0 0 0 6px #171240}
@media(prefers-color-scheme:dark){body{background:#120f26;color:#f4f1ff}header{background:#0c0a1a}a{color:#b3abff}.call{background:#d02556;color:#fff}.line p{color:#bdb4cf}}
@media print{.call{background:none;color:inherit;padding:0}}`;

/** The worker's own page, complete in itself: who listens now, and what is saved on the device. */
export const createOfflinePage = ({
  organisationName,
  telephone,
  emergencyTelephone,
  helplines,
}: Pick<SiteConfig, 'organisationName' | 'telephone' | 'emergencyTelephone' | 'helplines'>): string => {
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><script>${PLAIN_HEAD_SCRIPT}</script><title>Saved pages | ${escapeHtml(organisationName)}</title><style>${STYLE}</style></head><body>
<header><p><b>${escapeHtml(organisationName)}</b><a href="${EXIT_URL}">Exit this page</a></p></header>
<main>
${INTRODUCTION_PLACE}
<h2>Need to talk?</h2>
<ul>${lines.map(({ telephone: number, label, about }) => `<li class="line"><a class="call" href="${telephoneHref(number)}">${escapeHtml(label)}</a><p>${escapeHtml(about)}</p></li>`).join('')}</ul>
<h2>Saved on this device</h2>
${SAVED_PLACE}
</main></body></html>`;
};
