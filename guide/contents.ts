/** What the guide holds, in the order in which it is read. A page is `docs/<id>.md`, or a file of the root where `from` names one. */
export interface GuidePage {
  id: string
  /** As the list of contents calls it; the page's own heading may say more. */
  name: string
  /** From the root of the repository. */
  from: string
}

export interface GuidePart {
  name: string
  pages: GuidePage[]
}

const page = (id: string, name: string, from = `docs/${id}.md`): GuidePage => ({ id, name, from })

export const CONTENTS: GuidePart[] = [
  {
    name: 'Begin',
    pages: [
      page('start', 'Five minutes'),
      page('concepts', 'What a report says'),
      page('comparison', 'Compared with'),
      page('faq', 'Questions'),
    ],
  },
  {
    name: 'Build on it',
    pages: [
      page('api', 'The interface'),
      page('webhooks', 'Webhooks'),
      page('sdk', 'TypeScript', 'sdk/README.md'),
      page('python', 'Python', 'clients/python/README.md'),
      page('client', 'Command line'),
    ],
  },
  {
    name: 'Rules',
    pages: [
      page('criteria', 'Own criteria'),
      page('policy', 'The policy language'),
      page('codes', 'Reason codes'),
      page('platforms', 'Platforms'),
      page('models', 'Models'),
    ],
  },
  {
    name: 'Run it',
    pages: [
      page('operations', 'Operations'),
      page('scale', 'Scale'),
      page('runbook', 'Runbook'),
      page('audit', 'Audit trail'),
      page('evidence', 'Evidence'),
      page('threat-model', 'Threat model'),
      page('security', 'Reporting a fault', 'SECURITY.md'),
    ],
  },
  {
    name: 'The project',
    pages: [
      page('architecture', 'Architecture', 'ARCHITECTURE.md'),
      page('contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('changelog', 'Changes', 'CHANGELOG.md'),
    ],
  },
]

export const PAGES: GuidePage[] = CONTENTS.flatMap(({ pages }) => pages)
