import { Argument, Command, CommanderError, Option } from 'commander'
import { DELIVERY_STATUSES, LISTED_DECISIONS, RECOMMENDATIONS, SCAN_STATUSES } from '../../sdk/contract.ts'
import { type Config, describeConfig, readConfig } from '../config.ts'
import { ToscanError } from '../errors.ts'
import { SAMPLE_EVENTS } from './remote/sample-event.ts'
import { EGRESS_READERS } from './start/egress-allow-of.ts'
import { versionOf } from './start/version.ts'
import { completionScript, SHELLS } from './terminal/completion.ts'
import { addExamples } from './terminal/examples.ts'
import { fileFault } from './terminal/file-fault.ts'
import { printRows } from './terminal/output.ts'

type Env = Record<string, string | undefined>

/** Loaded when a command needs them: the whole service takes two seconds to load, a command needs a tenth of it. */
const keys = () => import('./operate/keys.ts')
const evidenceCommands = () => import('./operate/evidence.ts')
const erasures = () => import('./operate/delete-scans.ts')
const backups = () => import('./operate/backup.ts')
const webhookCommands = () => import('./operate/webhooks.ts')
const acts = () => import('./operate/audit.ts')
const orgs = () => import('./operate/orgs.ts')
const orgsThatGo = () => import('./operate/delete-org.ts')
const people = () => import('./operate/users.ts')
const service = () => import('./roles/serve.ts')

/** Runs one command; gives the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: string[], env: Env): Promise<number> {
  const program = buildProgram(env)
  try {
    await program.parseAsync(args, { from: 'user' })
    // A command that did its work and found something wrong has said so there.
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const message = error instanceof ToscanError ? error.message : fileFault(error)
    if (message === null) throw error
    console.error(`toscan: ${message}`)
    return 1
  }
}

/** All commands. Nothing is read or opened before one of them is run. */
export function buildProgram(env: Env): Command {
  const program = new Command('toscan')
    .description('Terms-of-service scans of creator profiles.')
    .version(versionOf())
    .exitOverride()
    // What stands behind a command's name is that command's: `scan` and `scan delete` both have `--json`.
    .enablePositionalOptions()
    .showHelpAfterError('(run `toscan --help` for all commands)')
  const config = () => readConfig(env, EGRESS_READERS)
  const json = () => new Option('--json', 'print one JSON object')

  program
    .command('serve')
    .description('Start the service: API, workers, or both.')
    .addOption(new Option('--role <role>', 'only one part').choices(['all', 'api', 'worker']).default('all'))
    .action(async (options: { role: 'all' | 'api' | 'worker' }) =>
      (await service()).serve(config(), options.role),
    )

  program
    .command('demo')
    .description(
      'Run the service on a made-up web that it scans: a dashboard with something in it, and nothing leaves the machine.',
    )
    .option('--exit', 'end when all scans have ended')
    .action(async () => (await import('./roles/demo.ts')).runDemo())

  const scan = program
    .command('scan')
    .argument('<url>')
    .description('Scan one profile without a server and print the report.')
    .enablePositionalOptions()
    .helpCommand(false)
    .addOption(new Option('--quick', 'profile data only').conflicts('deep'))
    .option('--deep', 'full analysis (default)')
    .addOption(failOn('exit with 2 from this recommendation on'))
    .addOption(json())
    .action(async (url: string, { quick, json: wantsJson = false, ...options }) => {
      const { scanOnce } = await import('./remote/scan-once.ts')
      await scanOnce(config(), { url, mode: quick ? 'quick' : 'deep', json: wantsJson, ...options })
    })
  scan
    .command('delete')
    .description('Delete stored scans for good: record, steps, pages, webhooks and reviews.')
    .option('--scan <scan_id>', 'this one')
    .option('--url <url>', 'all of the creator at this address')
    .option('--before <date>', 'all that were submitted before')
    .option('--org <org_id>', 'only scans of this organization')
    .option('--dry-run', 'only count them')
    .addOption(json())
    .action(async (options) => (await erasures()).deleteScans(config(), options))
  scan
    .command('export <file>')
    .description('Write all that is kept of stored scans into one new tar file.')
    .option('--scan <scan_id>', 'this one')
    .option('--url <url>', 'all of the creator at this address')
    .option('--org <org_id>', 'only scans of this organization')
    .addOption(json())
    .action(async (file: string, options) =>
      (await import('./operate/export-scans.ts')).exportToFile(config(), file, options),
    )
  scan
    .command('cancel <scan_id>')
    .description('End a scan of a server as failed, whether it waits or runs.')
    .addOption(serverOption())
    .addOption(jsonOfServer())
    .action(async (id: string, options) =>
      (await import('./remote/cancel.ts')).cancelScan(config(), id, options),
    )

  program
    .command('batch')
    .description('Batches of a server.')
    .command('cancel <batch_id>')
    .description('End all of a batch that waits or runs as failed.')
    .addOption(serverOption())
    .addOption(jsonOfServer())
    .action(async (id: string, options) =>
      (await import('./remote/cancel.ts')).cancelBatch(config(), id, options),
    )

  program
    .command('replay <scan_id>')
    .description('Judge the stored evidence of a scan again and show what differs.')
    .option('--policy <dir>', 'with this pack over the built-in one')
    .option('--model <model>', 'with the opinion of this model (provider:name), or none')
    .addOption(json())
    .action(async (scanId: string, options: { policy?: string; model?: string; json?: boolean }) => {
      const { replayScan } = await import('./policy/replay.ts')
      await replayScan(config(), { scanId, ...options })
    })

  addServerCommands(program, config)
  addReceiverCommands(program)

  program
    .command('migrate')
    .description('Bring the database to the current schema.')
    .action(async () => (await import('./operate/migrate.ts')).migrateDatabase(config()))

  program
    .command('first-start')
    .description('Show the sign-in and the API key of the first start, where its output took them nowhere.')
    .action(async () => (await import('./operate/first-start.ts')).showFirstStart(config()))

  program
    .command('backup <file>')
    .description('Write database, stored pages and instance key into one new file, while the service runs.')
    .option('--no-key', 'without the instance key, which is then needed beside the file')
    .addOption(json())
    .action(async (file: string, options) => (await backups()).backUp(config(), file, options))
  program
    .command('restore <file>')
    .description('Put a backup into a new installation, which scans and sends nothing until it is released.')
    .addOption(json())
    .action(async (file: string, options) => (await backups()).restore(config(), file, options))
  program
    .command('release')
    .description('Let a restored copy scan, and send what is due.')
    .addOption(json())
    .action(async (options) => (await backups()).release(config(), options))

  program
    .command('rotate-key')
    .description(
      'Seal all stored secrets with a new instance key, while nothing runs; with DATABASE_URL it comes from standard input.',
    )
    .addOption(json())
    .action(async (options) => (await import('./operate/rotate-key.ts')).rotateKey(config(), options))

  program
    .command('config')
    .description('List every setting with its value and meaning.')
    .addOption(json())
    .action((options: { json?: boolean }) => {
      const settings = describeConfig(env)
      if (options.json) console.log(JSON.stringify({ settings }))
      else printRows(settings.map(({ name, value, description }) => [name, value ?? '(unset)', description]))
      config()
    })

  const org = program.command('org').description('Organizations.')
  org
    .command('create')
    .description('Make an organization.')
    .requiredOption('--name <name>', 'what people call it')
    .option('--daily-limit <n>', 'scans per UTC day')
    .addOption(json())
    .action(async (options) => (await orgs()).createOrg(config(), options))
  org
    .command('set')
    .description('Change what an organization may use in a day.')
    .requiredOption('--org <org_id>', 'the organization')
    .option('--daily-limit <n|none>', 'scans per UTC day, or none')
    .option(
      '--daily-model-budget <usd|none>',
      'US dollars that models may cost per UTC day, or none for no ceiling',
    )
    .addOption(json())
    .action(async (options) => (await orgs()).setOrg(config(), options))
  org
    .command('list')
    .description('List the organizations.')
    .addOption(json())
    .action(async (options) => (await orgs()).listOrganizations(config(), options))
  org
    .command('delete')
    .description('Delete an organization with its scans, keys and all else that is its own, for good.')
    .requiredOption('--org <org_id>', 'the organization')
    .option('--name <name>', 'what it is called, so that it is no other')
    .option('--dry-run', 'only count')
    .addOption(json())
    .action(async (options) => (await orgsThatGo()).removeOrg(config(), options))

  const user = program.command('user').description('People.')
  user
    .command('create')
    .description(
      'Make somebody, whose password is asked for on a terminal, or join them by their e-mail address.',
    )
    .requiredOption('--org <org_id>', 'the organization')
    .requiredOption('--email <email>', 'of the person')
    .addOption(
      new Option(
        '--password <password>',
        'seen by everybody on this machine while the command runs, and kept by the shell: better to be asked',
      ).conflicts('passwordStdin'),
    )
    .option('--password-stdin', 'read the password from standard input')
    .addOption(new Option('--role <role>', 'what they may do').choices(['admin', 'member']).default('member'))
    .option('--minor-safety', 'give them cases of minor safety, which administrators are given anyway')
    .option('--no-minor-safety', 'give them none')
    .addOption(json())
    .action(async (options) => (await people()).createUser(config(), options))

  user
    .command('reset-password')
    .description(
      'Print a link by which somebody chooses a new password: good for an hour, and once. Using it ends their sign-ins and takes their passkeys.',
    )
    .requiredOption('--email <email>', 'of the person')
    .addOption(json())
    .action(async (options) => (await people()).allowPasswordReset(config(), options))

  const session = program.command('session').description('Session tokens.')
  session
    .command('create')
    .description('Make a session token of somebody, good for 15 minutes.')
    .requiredOption('--email <email>', 'of the person')
    .option('--org <org_id>', 'active organization; the only one of the person when left out')
    .option('--no-org', 'without an active organization')
    .addOption(json())
    .action(async (options) => (await people()).createSessionFor(config(), options))

  const key = program.command('key').description('API keys.')
  key
    .command('create')
    .description('Make an API key and print it once.')
    .requiredOption('--org <org_id>', 'the organization')
    .requiredOption('--name <name>', 'what people call it')
    .option('--requests-per-minute <number>', 'how many it may make; as many as it likes when left out')
    .addOption(json())
    .action(async (options) => (await keys()).createKeyFor(config(), options))
  key
    .command('list')
    .description('List the API keys of an organization, revoked ones too.')
    .requiredOption('--org <org_id>', 'the organization')
    .addOption(json())
    .action(async (options) => (await keys()).listKeysOf(config(), options))
  key
    .command('change')
    .description('Change how many requests a minute an API key may make, from the next one on.')
    .requiredOption('--org <org_id>', 'the organization')
    .requiredOption('--key <key_id>', 'the key')
    .requiredOption('--requests-per-minute <number>', 'or none: as many as it likes')
    .addOption(json())
    .action(async (options) => (await keys()).changeKeyOf(config(), options))
  key
    .command('revoke')
    .description('Revoke an API key: it is refused from the next request on.')
    .requiredOption('--org <org_id>', 'the organization')
    .requiredOption('--key <key_id>', 'the key')
    .addOption(json())
    .action(async (options) => (await keys()).revokeKeyOf(config(), options))

  const evidence = program.command('evidence').description('Stored pages.')
  evidence
    .command('verify')
    .description('Read every stored page and compare it with its hash.')
    .addOption(json())
    .action(async (options) => (await evidenceCommands()).verifyEvidence(config(), options))
  evidence
    .command('delete')
    .description('Delete the stored pages of a scan or an organization; reports stay.')
    .option('--scan <scan_id>', 'this one')
    .option('--org <org_id>', 'the organization')
    .addOption(json())
    .action(async (options) => (await evidenceCommands()).deleteEvidence(config(), options))

  evidence
    .command('export <file>')
    .description('Write what a completed scan rests on into one new WACZ, for any viewer of web archives.')
    .requiredOption('--scan <scan_id>', 'this one')
    .addOption(json())
    .action(async (file: string, options) =>
      (await evidenceCommands()).exportEvidenceOf(config(), file, options),
    )

  const erased = program.command('erasures').description('Deletions of scans.')
  erased
    .command('list')
    .description('List when scans were deleted, how many, and by whom; the newest first.')
    .option('--org <org_id>', 'only of this organization')
    .addOption(json())
    .action(async (options) => (await import('./operate/erasures.ts')).printErasures(config(), options))

  const webhooks = program.command('webhooks').description('Webhooks that were sent, or are to be.')
  webhooks
    .command('list')
    .description('List deliveries, the newest first; they are kept for 30 days.')
    .option('--org <org_id>', 'only of this organization')
    .addOption(new Option('--status <status>', 'only in this state').choices(DELIVERY_STATUSES))
    .option('--host <host>', 'only to this host, with its port where it has one')
    .option('--scan <scan_id>', 'only of this scan')
    .option('--limit <n>', 'how many', '100')
    .addOption(json())
    .action(async (options) => (await webhookCommands()).listWebhooks(config(), options))
  webhooks
    .command('resend <delivery_id>')
    .description('Send one once more, whatever became of it; its receiver may see the event twice.')
    .addOption(json())
    .action(async (id: string, options) => (await webhookCommands()).resendWebhook(config(), id, options))
  webhooks
    .command('recover')
    .description('Send again all that has failed or was skipped since a moment, the oldest first.')
    .requiredOption('--since <moment>', 'a day or a moment with its offset, by when they were made')
    .option('--org <org_id>', 'only of this organization')
    .option('--host <host>', 'only to this host, with its port where it has one')
    .option('--dry-run', 'only count them')
    .addOption(json())
    .action(async (options) => (await webhookCommands()).recoverWebhooks(config(), options))
  const audit = program.command('audit').description('Who did what.')
  audit
    .command('list')
    .description('List the acts of an organization, or those that belong to none; the newest first.')
    .option('--org <org_id>', 'of this organization')
    .option('--actor <actor>', 'e-mail address or id of a person, id of a key, account of a command')
    .option('--action <action>', 'such as key.create')
    .option('--from <date>', 'on or after this day or moment')
    .option('--to <date>', 'on or before this day, or until this moment')
    .option('--limit <n>', 'how many', '50')
    .addOption(json())
    .action(async (options) => (await acts()).printActs(config(), options))
  audit
    .command('verify')
    .description('Find acts that were removed, changed or put in.')
    .option('--against <file>', 'what an earlier run printed with --json')
    .addOption(json())
    .action(async (options) => (await acts()).verifyAudit(config(), options))

  const policy = program.command('policy').description('The policy pack.')
  policy
    .command('test')
    .description('Check the pack and try every example of every code.')
    .option('--policy <dir>', 'an own pack beside the built-in one, instead of TOSCAN_POLICY_DIR')
    .addOption(json())
    .action(async (options) => (await import('./policy/policy-test.ts')).testPolicy(config(), options))
  policy
    .command('judge')
    .description(
      'Judge texts, JSON lines {"text", "platform"?} on standard input, each as the bio of a profile.',
    )
    .option('--policy <dir>', 'an own pack beside the built-in one, instead of TOSCAN_POLICY_DIR')
    .action(async (options) => (await import('./policy/policy-judge.ts')).judgePolicy(config(), options))
  policy
    .command('embeddings')
    .description('Measure the embedding model of TOSCAN_EMBEDDINGS_DIR on the known texts of the pack.')
    .option('--policy <dir>', 'an own pack beside the built-in one, instead of TOSCAN_POLICY_DIR')
    .addOption(json())
    .action(async (options) =>
      (await import('./policy/policy-embeddings.ts')).measureEmbeddings(config(), options),
    )
  policy
    .command('diff')
    .description('List the finished scans that would come out otherwise under another pack.')
    .option('--policy <dir>', 'an own pack beside the built-in one, instead of TOSCAN_POLICY_DIR')
    .option('--org <org_id>', 'only scans of this organization')
    .option('--since <date>', 'only scans that ended since then')
    .addOption(json())
    .action(async (options) => (await import('./policy/policy-diff.ts')).diffPolicy(config(), options))

  program
    .command('completion')
    .description('Print a script that makes a shell complete commands, options and their values.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell) => console.log(completionScript(shell, program)))
  addExamples(program)
  return program
}

function failOn(description: string): Option {
  return new Option('--fail-on <recommendation>', description).choices(RECOMMENDATIONS.slice(1))
}

/** For whoever writes a receiver: neither takes a server. */
function addReceiverCommands(program: Command) {
  program
    .command('trigger')
    .description('Send a made-up event to a receiver on this machine, signed as webhooks are.')
    .addArgument(new Argument('<event>', 'what it is about').choices(SAMPLE_EVENTS))
    .requiredOption('--forward <url>', 'e.g. http://localhost:3000/hook')
    .option('--secret <whsec>', 'that the receiver knows; made up when left out')
    .action(async (event, options) => (await import('./remote/trigger.ts')).trigger(event, options))

  program
    .command('verify <file>')
    .description(
      'Say whether a webhook is genuine: its body as it was received, from a file or - for standard input.',
    )
    .requiredOption('--id <webhook-id>', 'the header webhook-id')
    .requiredOption('--timestamp <seconds>', 'the header webhook-timestamp')
    .requiredOption('--signature <v1,…>', 'the header webhook-signature')
    .requiredOption('--secret <whsec>', 'the signing secret of the organization')
    .action(async (file: string, options) =>
      (await import('./remote/verify-webhook.ts')).verifyKeptWebhook(file, options),
    )
}

const serverOption = () => new Option('--server <url>', 'instead of TOSCAN_SERVER')
const jsonOfServer = () => new Option('--json', 'JSON also at a terminal')

/** Commands that talk to a server, here or elsewhere, as any client does. */
function addServerCommands(program: Command, config: () => Config) {
  const [server, json] = [serverOption, jsonOfServer]

  program
    .command('login')
    .description('Ask for the address of a service and an API key, and keep them for the commands below.')
    .option('--server <url>', 'its address; asked for when left out')
    .option('--key-stdin', 'read the key from standard input')
    .action(async (options) => (await import('./remote/login.ts')).login(config(), options))
  program
    .command('logout')
    .description('Forget the key of a service.')
    .option('--server <url>', 'its address; the one that commands go to when left out')
    .action(async (options) => (await import('./remote/login.ts')).logout(config(), options))

  program
    .command('submit [urls...]')
    .description('Submit profiles to a server.')
    .option('--file <file>', 'addresses, one a line, or a CSV file; - is standard input')
    .option('--column <name>', 'column of the CSV file')
    .option('--quick', 'profile data only')
    .option('--wait', 'end when all scans have ended')
    .addOption(failOn('wait, and exit with 2 from this recommendation on'))
    .option('--callback <url>', 'https address that receives the results')
    .addOption(server())
    .addOption(json())
    .action(async (urls: string[], options) =>
      (await import('./remote/submit.ts')).submit(config(), urls, options),
    )

  addFilters(program.command('list').description('List scans of a server, the newest first.'))
    .option('--limit <n>', 'how many', '20')
    .option('--all', 'every one')
    .addOption(server())
    .addOption(json())
    .action(async (options) => (await import('./remote/list-scans.ts')).listScans(config(), options))

  addFilters(
    program
      .command('export [file]')
      .description(
        'Take the list of scans along: all that a filter chooses, to a new file or standard output.',
      )
      .addOption(
        new Option('--format <format>', 'default: by the name of the file, else ndjson').choices([
          'ndjson',
          'csv',
        ]),
      ),
  )
    .addOption(server())
    .action(async (file: string | undefined, options) =>
      (await import('./remote/export-list.ts')).exportList(config(), file, options),
    )

  program
    .command('show <scan_id>')
    .description('Show the report of a scan.')
    .addOption(server())
    .addOption(json())
    .action(async (id: string, options) =>
      (await import('./remote/show-scan.ts')).showScan(config(), id, options),
    )

  program
    .command('open <scan_id>')
    .description(
      'Print where the dashboard of a server shows a scan, and open it in the browser at a terminal.',
    )
    .addOption(server())
    .action(async (id: string, options) =>
      (await import('./remote/open-scan.ts')).openScan(config(), id, options),
    )

  program
    .command('watch <scan_id>')
    .description('Follow a running scan to its report.')
    .addOption(server())
    .addOption(json())
    .action(async (id: string, options) =>
      (await import('./remote/show-scan.ts')).watchScan(config(), id, options),
    )

  program
    .command('listen')
    .description('Hand results to a receiver on this machine, signed as webhooks are.')
    .requiredOption('--forward <url>', 'e.g. http://localhost:3000/hook')
    .option('--secret <whsec>', 'that the receiver knows; made up when left out')
    .addOption(server())
    .action(async (options) => (await import('./remote/listen.ts')).listen(config(), options))
}

/** By what scans are chosen and ordered, for every command that reads the list. */
function addFilters(command: Command): Command {
  return command
    .option('--recommendation <list>', `some of ${RECOMMENDATIONS.join(',')}`)
    .addOption(new Option('--mode <mode>', 'only scans of this mode').choices(['deep', 'quick']))
    .option('--q <text>', 'part of the profile URL or the username')
    .option('--from <day>', 'YYYY-MM-DD, UTC')
    .option('--to <day>', 'YYYY-MM-DD, UTC')
    .addOption(new Option('--status <status>', 'only scans in this state').choices(SCAN_STATUSES))
    .option('--decision <list>', `what people decided, some of ${LISTED_DECISIONS.join(',')}`)
    .option('--reviewer <who>', 'decided by the person with this id')
    .option('--assigned <who>', 'given to the person with this id, or nobody')
    .option('--reason-code <code>', 'whose report has this code')
    .option('--domain <domain>', 'whose report cites a page of this domain')
    .option('--batch <batch_id>', 'only scans of this batch')
    .addOption(new Option('--sort <field>', 'by what').choices(['created_at', 'risk_score']))
    .addOption(new Option('--order <order>', 'which way').choices(['desc', 'asc']))
}
