import { describe, expect, it } from 'vitest';
import { atOnce } from '../scheduler.ts';
import { Metrics } from './metrics.ts';

const textOf = (metrics: Metrics): Promise<string> => metrics.text(async (work) => atOnce(work));

describe('metrics', () => {
  it('are written in the text format of Prometheus', async () => {
    const metrics = new Metrics();
    const answers = metrics.counter({ name: 'answers_total', help: 'Answers', labels: ['route', 'status'] });
    answers.of('/a', '200').add();
    answers.of('/a', '200').add(2);
    answers.of('/b', '404').add();
    const took = metrics.histogram({ name: 'took_seconds', help: 'Time', bounds: [0.1, 1] });
    for (const seconds of [0.05, 0.1, 0.5, 7]) took.of().observe(seconds);
    metrics.read({ name: 'free_bytes', help: 'Room', type: 'gauge', read: () => 12 });
    metrics.read({ name: 'never', help: 'Nothing now', type: 'gauge', read: () => undefined });
    metrics.read({ name: 'later', help: 'Looked up', type: 'gauge', labels: ['of'], read: async () => [[['x'], 1.5]] });
    expect(await textOf(metrics)).toBe(`# HELP answers_total Answers
# TYPE answers_total counter
answers_total{route="/a",status="200"} 3
answers_total{route="/b",status="404"} 1
# HELP took_seconds Time
# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} 2
took_seconds_bucket{le="1"} 3
took_seconds_bucket{le="+Inf"} 4
took_seconds_sum 7.65
took_seconds_count 4
# HELP free_bytes Room
# TYPE free_bytes gauge
free_bytes 12
# HELP never Nothing now
# TYPE never gauge
# HELP later Looked up
# TYPE later gauge
later{of="x"} 1.5
`);
  });

  it('hold no line break and no quote of a label', async () => {
    const metrics = new Metrics();
    metrics
      .counter({ name: 'odd_total', help: 'One\nline', labels: ['of'] })
      .of('a"b\\c\nd')
      .add();
    expect(await textOf(metrics)).toBe('# HELP odd_total One line\n# TYPE odd_total counter\nodd_total{of="a\\"b\\\\c\\nd"} 1\n');
  });

  it('have each name once', () => {
    const metrics = new Metrics();
    metrics.counter({ name: 'twice', help: '' });
    expect(() => metrics.histogram({ name: 'twice', help: '', bounds: [] })).toThrow('twice');
  });

  it('are written in steps of 200 series', async () => {
    const metrics = new Metrics();
    const many = metrics.counter({ name: 'many_total', help: 'Many', labels: ['at'] });
    for (let at = 0; at < 1000; at++) many.of(String(at)).add();
    let steps = 0;
    await metrics.text(async (work) => {
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        steps++;
      }
    });
    expect(steps).toBe(5);
  });
});
