import type { Command } from 'commander'

const SCAN = '5233612c-a5d3-4a48-adf3-00e45c084014'
const PROFILE = 'https://www.instagram.com/anabela.noite/'

/** Shown below the help of each command. A test holds them to the options that there are. */
const EXAMPLES: Record<string, string[]> = {
  serve: ['toscan serve', 'toscan serve --role worker'],
  demo: ['toscan demo', 'toscan demo --exit'],
  scan: [`toscan scan ${PROFILE}`, `toscan scan ${PROFILE} --quick --fail-on review_medium --json`],
  'scan delete': [
    `toscan scan delete --url ${PROFILE} --dry-run`,
    'toscan scan delete --before 2026-01-31 --org org_2wAbc',
  ],
  'scan export': [`toscan scan export creator.tar --url ${PROFILE}`],
  'scan cancel': [`toscan scan cancel ${SCAN}`],
  'batch cancel': ['toscan batch cancel 0f3a5c1e-6b0f-4c8e-9d51-7f0e3b6c2a91'],
  login: ['toscan login', 'toscan login --server https://toscan.acme.example --key-stdin < key.txt'],
  logout: ['toscan logout', 'toscan logout --server https://toscan.acme.example'],
  export: [
    'toscan export scans.csv --recommendation review_high --from 2026-03-01',
    'toscan export --status failed | jq -r .profile_url',
  ],
  replay: [`toscan replay ${SCAN}`, `toscan replay ${SCAN} --policy ./my-pack`],
  submit: [
    `toscan submit ${PROFILE} --quick --wait`,
    'toscan submit --file creators.csv --column profile --fail-on review_high',
  ],
  list: [
    'toscan list --recommendation review_high,review_medium --sort risk_score',
    'toscan list --all --json',
  ],
  show: [`toscan show ${SCAN}`],
  watch: [`toscan watch ${SCAN}`],
  open: [`toscan open ${SCAN}`],
  listen: ['toscan listen --forward http://localhost:3000/hook'],
  trigger: [
    'toscan trigger scan.completed --forward http://localhost:3000/hook',
    'toscan trigger test --forward http://localhost:3000/hook --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
  verify: [
    'toscan verify body.json --id msg_1 --timestamp 1772359207 --signature v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
  completion: ['source <(toscan completion bash)', 'toscan completion fish | source'],
  migrate: ['toscan migrate'],
  'first-start': ['toscan first-start'],
  backup: ['toscan backup /backups/toscan-2026-03-01.tar'],
  restore: ['toscan restore /backups/toscan-2026-03-01.tar'],
  release: ['toscan release'],
  'rotate-key': ['toscan rotate-key', 'openssl rand -hex 32 | tee new.key | toscan rotate-key'],
  config: ['toscan config', 'toscan config --json'],
  'org create': ['toscan org create --name Acme --daily-limit 500'],
  'org set': ['toscan org set --org org_2wAbc --daily-limit none'],
  'org list': ['toscan org list'],
  'org delete': [
    'toscan org delete --org org_2wAbc --dry-run',
    'toscan org delete --org org_2wAbc --name Acme',
  ],
  'user create': [
    'toscan user create --org org_2wAbc --email rosa@acme.example --role admin',
    'toscan user create --org org_2wAbc --email rosa@acme.example --password-stdin < password.txt',
  ],
  'user reset-password': ['toscan user reset-password --email rosa@acme.example'],
  'session create': ['toscan session create --email rosa@acme.example --json'],
  'key create': ['toscan key create --org org_2wAbc --name "nightly import"'],
  'key change': ['toscan key change --org org_2wAbc --key key_2wAbc --requests-per-minute 600'],
  'key list': ['toscan key list --org org_2wAbc'],
  'key revoke': ['toscan key revoke --org org_2wAbc --key key_7Hq'],
  'evidence verify': ['toscan evidence verify --json'],
  'evidence export': [`toscan evidence export --scan ${SCAN} creator.wacz`],
  'audit list': ['toscan audit list --org org_2wAbc --action key.create --from 2026-03-01'],
  'audit verify': [
    'toscan audit verify',
    'toscan audit verify --json > acts.json',
    'toscan audit verify --against acts.json',
  ],
  'evidence delete': [`toscan evidence delete --scan ${SCAN}`],
  'erasures list': ['toscan erasures list --org org_2wAbc'],
  'webhooks list': ['toscan webhooks list --status failed --host hooks.acme.example'],
  'webhooks resend': ['toscan webhooks resend dlv_5kTz'],
  'webhooks recover': [
    'toscan webhooks recover --since 2026-03-01T08:00:00Z --host hooks.acme.example --dry-run',
    'toscan webhooks recover --since 2026-03-01 --org org_2wAbc',
  ],
  'policy test': ['toscan policy test --policy ./my-pack'],
  'policy judge': [`echo '{"text": "prices on my page"}' | toscan policy judge`],
  'policy embeddings': ['toscan policy embeddings --json'],
  'policy diff': ['toscan policy diff --policy ./my-pack --since 2026-01-01'],
}

/** Puts the examples below the help of a command and of all below it. */
export function addExamples(command: Command, path: string[] = []) {
  const examples = EXAMPLES[path.join(' ')]
  if (examples) command.addHelpText('after', `\nExamples:\n${examples.map((each) => `  ${each}`).join('\n')}`)
  for (const each of command.commands) addExamples(each, [...path, each.name()])
}
