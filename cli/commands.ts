import { Command, CommanderError, Option } from 'commander';
import { SECRETS_CHOICES } from '../domain/secret-choices.ts';
import { type AskOptions, ask } from './ask.ts';
import type { At } from './at.ts';
import { completionFor, SHELLS } from './completion.ts';
import { chosenServer } from './credentials.ts';
import { type DeliverOptions, deliver } from './deliver.ts';
import { type DownloadOptions, download } from './download.ts';
import { EXIT, exitWords } from './failure.ts';
import { login, logout } from './login.ts';
import { mcp } from './mcp.ts';
import { type MessageOptions, messages } from './messages.ts';
import { type PullOptions, pull } from './pull.ts';
import { status } from './status.ts';
import { Terminal } from './terminal.ts';
import { VERSION } from './version.ts';

interface Everywhere {
  server?: string;
  json?: boolean;
  yes?: boolean;
}

const collect = (one: string, before: string[] = []) => [...before, one];
const secrets = (about: string) => new Option('--secrets <choice>', about).choices(SECRETS_CHOICES);

/** All commands with their help. They throw a Failure; how one ends is said in `failure.ts`. */
export function makeProgram(): Command {
  const program = new Command('unblock')
    .description('Ask a vetted human about code that an AI tool wrote, from where you are stuck.')
    .version(VERSION, '--version', 'show the version')
    .option('--server <url>', 'the Unblock server; a sign-in remembers it')
    .option('--json', 'answer as JSON on standard output')
    .option('-y, --yes', 'do it without asking')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ showGlobalOptions: true, helpWidth: 100 })
    .addHelpText('after', START)
    .addHelpText('after', `\nExit codes:\n${exitCodes()}`)
    .exitOverride();
  addSignIn(program);
  addCustomer(program);
  addDeveloper(program);
  addPrograms(program);
  for (const command of program.commands) command.exitOverride();
  return program;
}

const ITS_NAME = 'its six signs such as ABC123, or its id';
const ONE_REQUEST = `${ITS_NAME}; left out, the only one that runs`;

const START = `
To begin:
  unblock login --server https://unblock.example
  cd my-project && unblock ask --problem "The login ends after a reload"
Then post the draft in the browser, and later:
  unblock status
  unblock messages
  unblock pull`;

function exitCodes(): string {
  return Object.entries(exitWords)
    .map(([name, words]) => `  ${String(EXIT[name as keyof typeof EXIT]).padStart(3)}  ${words}`)
    .join('\n');
}

function terminalOf(command: Command): Terminal {
  const { json = false, yes = false } = command.optsWithGlobals<Everywhere>();
  return new Terminal({ json, yes });
}

async function atOf(command: Command): Promise<At> {
  const { server } = command.optsWithGlobals<Everywhere>();
  return { terminal: terminalOf(command), server: await chosenServer(server) };
}

function addSignIn(program: Command): void {
  program
    .command('login')
    .summary('connect this program to your account')
    .description(
      'Connects this program to your account: in the browser, or by a code that you type on any other device. It can read and write in your requests; paying, approving and cancelling stay with you, in the browser.',
    )
    .option('--no-browser', 'show a code to type on another device')
    .addHelpText(
      'after',
      `
Examples:
  unblock login --server https://unblock.example
  unblock login --no-browser
  UNBLOCK_TOKEN=ubk_… unblock status   # with an access token in place of a sign-in`,
    )
    .action(async (options: { browser: boolean }, command: Command) =>
      login(await atOf(command), options),
    );
  program
    .command('logout')
    .summary('disconnect this program')
    .description('Ends the connection, here and at the server.')
    .action(async (_options: object, command: Command) => logout(await atOf(command)));
}

function addCustomer(program: Command): void {
  program
    .command('ask')
    .summary('draft a request from a folder')
    .description(
      'Drafts a request with the project in a folder. What .gitignore names stays here, and so do dependencies and build output. Keys and passwords become placeholders on this machine before anything is sent. You see what will be sent, and post the draft in the browser.',
    )
    .argument('[folder]', 'the project', '.')
    .option('-p, --problem <text>', 'what is stuck; the first line is its title. - reads it')
    .option('-e, --error <file>', 'the error as it was printed. - reads it')
    .option('-t, --tool <name>', 'the AI tool that wrote the code, such as Cursor')
    .option('--stack <text>', 'such as "Next.js, Supabase"')
    .option('--budget <text>', 'such as "$100"; else you choose it in the browser')
    .option(
      '--session <file>',
      'a session with the AI tool that goes along; may be repeated',
      collect,
    )
    .option('--no-sessions', 'do not look for sessions')
    .option('--no-project', 'send the words alone')
    .option('--dry-run', 'show what would be sent, and send nothing')
    .option('--no-browser', 'do not open the draft')
    .addHelpText(
      'after',
      `
Examples:
  unblock ask --dry-run -p "The login ends after a reload" -t Cursor
  npm test 2>&1 | unblock ask -p "Tests fail since yesterday" -t Claude --error - --yes
Sessions of Claude Code, Codex, Gemini CLI and Aider about the folder are found and offered.`,
    )
    .action(async (folder: string, options: AskOptions, command: Command) =>
      ask(await atOf(command), folder, options),
    );
  program
    .command('status')
    .summary('your requests, or one of them')
    .description(
      'Your requests with whose turn it is; or one of them with its plan and deliveries.',
    )
    .argument('[request]', ITS_NAME)
    .option('--all', 'finished ones as well')
    .action(async (given: string | undefined, options: { all?: boolean }, command: Command) =>
      status(await atOf(command), given, options.all ?? false),
    );
  program
    .command('messages')
    .summary('read and write messages')
    .description('The newest messages of a request, the oldest first; with --message a new one.')
    .argument('[request]', ONE_REQUEST)
    .option('-m, --message <text>', 'write this to the other side. - reads it')
    .option('--needs-answer', 'it is their turn then')
    .addOption(secrets('what becomes of keys in it'))
    .option('--limit <count>', 'how many', '20')
    .option('--before <cursor>', 'those before')
    .addHelpText(
      'after',
      '\nExample:\n  unblock messages ABC123 -m "Which page is it?" --needs-answer',
    )
    .action(async (given: string | undefined, options: MessageOptions, command: Command) =>
      messages(await atOf(command), given, options),
    );
  program
    .command('pull')
    .summary('apply what was delivered')
    .description(
      'Fetches the patch of the newest delivery open to you, tries it with git apply --check, and applies it once you agree. Placeholders in it become your keys again, here.',
    )
    .argument('[request]', ONE_REQUEST)
    .option('--delivery <number>', 'its version; left out, the newest')
    .option('-C, --folder <folder>', 'the project', '.')
    .option('--check', 'only try whether it fits')
    .option('-o, --output <file>', 'write the patch to a file, and apply nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  unblock pull --check\n  unblock pull ABC123 --delivery 3 --yes',
    )
    .action(async (given: string | undefined, options: PullOptions, command: Command) =>
      pull(await atOf(command), given, options),
    );
}

function addDeveloper(program: Command): void {
  program
    .command('download')
    .summary('fetch the project of a request')
    .description(
      'Fetches the project into a new folder. Placeholders stand in it for keys of its owner. Nothing of it is run.',
    )
    .argument('[request]', ONE_REQUEST)
    .argument('[folder]', 'where to; left out, project-ABC123')
    .option('--number <number>', 'its version; left out, the one that counts')
    .addHelpText('after', '\nExample:\n  unblock download ABC123 shop')
    .action(
      async (
        given: string | undefined,
        folder: string | undefined,
        options: DownloadOptions,
        command: Command,
      ) => download(await atOf(command), given, folder, options),
    );
  program
    .command('deliver')
    .summary('hand over work, as an unblocker')
    .description(
      'Brings a patch for a milestone that you work on. With --message it is submitted to the customer as well. Without a patch it is what you have changed in this repository, new files included.',
    )
    .argument('<request>', ITS_NAME)
    .argument('[patch]', 'a file that git diff or git format-patch wrote. - reads it')
    .option('-m, --message <text>', 'what was done, for the customer; submits it')
    .option('--milestone <number>', 'its place in the plan; left out, the one that is worked on')
    .option('--since <commit>', 'changes since then', 'HEAD')
    .option('-C, --folder <folder>', 'the repository', '.')
    .option('--evidence <number=text>', 'for a check, by its place; may be repeated', collect)
    .option('--must-keep <text>', 'what must not be undone')
    .addOption(secrets('what becomes of keys in it'))
    .addHelpText(
      'after',
      `
Examples:
  unblock deliver ABC123                     # bring it, and look at it in the browser
  unblock deliver ABC123 -m "The session is kept" --evidence "1=Reloaded ten times"
  git diff main | unblock deliver ABC123 - -m "Done" --yes`,
    )
    .action(
      async (given: string, patch: string | undefined, options: DeliverOptions, command: Command) =>
        deliver(await atOf(command), given, patch, options),
    );
}

function addPrograms(program: Command): void {
  program
    .command('mcp')
    .summary('speak the Model Context Protocol to an editor')
    .description(
      'For editors and assistants: speaks the Model Context Protocol on standard input and output with your sign-in. Keys in what they send are replaced on this machine.',
    )
    .addHelpText(
      'after',
      `
In the settings of an editor:
  { "mcpServers": { "unblock": { "command": "npx", "args": ["unblock-cli", "mcp"] } } }`,
    )
    .action(async (_options: object, command: Command) => mcp(await atOf(command)));
  program
    .command('completion')
    .summary('complete commands in a shell')
    .description(
      'Prints a script that completes commands and options. Its first lines say where it goes.',
    )
    .argument('<shell>', SHELLS.join(', '))
    .action((shell: string, _options: object, command: Command) => {
      process.stdout.write(`${completionFor(shell, program)}\n`);
      void command;
    });
}

/** Whether commander has said already what was wrong, or has shown what was asked for. */
export function isUsage(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}
