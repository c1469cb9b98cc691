import { useState } from 'react';
import { ScrolledCode } from '../../ui/scrolled-code.tsx';
import { type JsonSchema, schemaText } from './schema-text.ts';

interface Content {
  content?: Record<string, { schema?: JsonSchema }>;
  description?: string;
}

/** A call, as the API's description has it. */
export interface DescribedCall {
  path: string;
  method: string;
  summary?: string;
  /** What a program needs for it; without it, it is for people. */
  'x-scope'?: 'read' | 'write';
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface ApiCallProps {
  call: DescribedCall;
  named: Readonly<Record<string, JsonSchema>>;
}

/** One call; what it takes and answers is written once it is opened. */
export function ApiCall({ call, named }: ApiCallProps) {
  const [open, setOpen] = useState(false);
  const { method, path, summary, 'x-scope': scope } = call;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="grid min-h-11 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 hover:text-go-ink lg:grid-cols-[auto_minmax(0,1fr)_auto]">
          <code className="font-mono text-sm wrap-anywhere">
            <strong>{method.toUpperCase()}</strong> {path}
          </code>
          <span className="text-sm text-ink-soft max-lg:col-span-2 max-lg:row-start-2">
            {summary}
          </span>
          {scope && <span className="font-mono text-2xs text-ink-soft">{scope}</span>}
        </summary>
        {open && <Details call={call} named={named} />}
      </details>
    </li>
  );
}

function Details({ call: { parameters = [], requestBody, responses = {} }, named }: ApiCallProps) {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const asked = query.map(({ name, required, schema }) => {
    const mark = required ? '' : '?';
    return `${name}${mark}: ${schemaText(schema ?? {}, named)}`;
  });
  const body = schemaOf(requestBody);
  return (
    <div className="mb-4 flex flex-col gap-3">
      {asked.length > 0 && <Part title="Query" text={asked.join('\n')} />}
      {body && <Part title="Body" text={schemaText(body, named)} />}
      {Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, answer]) => {
          const schema = schemaOf(answer);
          const text = schema ? schemaText(schema, named) : 'nothing';
          return <Part key={status} title={`Answer ${status}`} text={text} />;
        })}
    </div>
  );
}

function schemaOf({ content = {} }: Content = {}): JsonSchema | undefined {
  return content['application/json']?.schema;
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
      <ScrolledCode className="mt-1" text={text} />
    </div>
  );
}
