export type Fields = Readonly<Record<string, unknown>>;

export function container(fields: Fields = {}): Fields {
  return { name: 'c', image: 'i', ...fields };
}

export const secured = (fields: Fields = {}): Fields =>
  container({
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
      ...fields,
    },
  });

export function pod(name: string, spec: Fields, metadata: Fields = {}): Fields {
  return { metadata: { name, ...metadata }, spec: { containers: [container()], ...spec } };
}

export const context = (securityContext: Fields): Fields => ({ containers: [container({ securityContext })] });

/** Pods that break one rule or another. */
export const PODS: Readonly<Record<string, Fields>> = {
  plain: pod('plain', {}),
  secured: pod('secured', { containers: [secured()] }),
  privileged: pod('privileged', context({ privileged: true })),
  'two-privileged': pod('two-privileged', {
    initContainers: [{ ...container({ securityContext: { privileged: true } }), name: 'i' }],
    containers: [container({ securityContext: { privileged: true } })],
  }),
  capabilities: pod('capabilities', context({ capabilities: { add: ['SYS_ADMIN', 'NET_ADMIN', 'CHOWN'] } })),
  'net-bind': pod('net-bind', {
    containers: [secured({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } })],
  }),
  chown: pod('chown', { containers: [secured({ capabilities: { drop: ['NET_RAW'], add: ['CHOWN', 'KILL'] } })] }),
  'host-network': pod('host-network', { hostNetwork: true }),
  'host-all': pod('host-all', { hostNetwork: true, hostPID: true, hostIPC: true }),
  'host-path': pod('host-path', { volumes: [{ name: 'v', hostPath: { path: '/' } }] }),
  'host-paths': pod('host-paths', {
    volumes: [
      { name: 'v', hostPath: { path: '/' } },
      { name: 'w', hostPath: { path: '/etc' } },
      { name: 'x', nfs: { server: 's', path: '/' } },
      { name: 'y', emptyDir: {} },
    ],
  }),
  disks: pod('disks', {
    volumes: [
      { name: 'a', iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:a', lun: 0 } },
      { name: 'b', glusterfs: { endpoints: 'e', path: 'p' } },
      { name: 'c', csi: { driver: 'd.example.com' } },
    ],
  }),
  'host-port': pod('host-port', { containers: [container({ ports: [{ containerPort: 80, hostPort: 80 }] })] }),
  'host-ports': pod('host-ports', {
    containers: [
      container({
        ports: [{ containerPort: 80, hostPort: 80 }, { containerPort: 81, hostPort: 9090 }, { containerPort: 82 }],
      }),
      { ...container({ ports: [{ containerPort: 83, hostPort: 443 }] }), name: 'd' },
    ],
  }),
  probe: pod('probe', {
    containers: [
      container({
        livenessProbe: { httpGet: { port: 80, host: 'example.com' } },
        readinessProbe: { tcpSocket: { port: 80, host: '127.0.0.1' } },
        lifecycle: { preStop: { httpGet: { port: 80, host: 'a.example.com' } } },
      }),
    ],
  }),
  'proc-mount': pod('proc-mount', { hostUsers: false, ...context({ procMount: 'Unmasked' }) }),
  selinux: pod('selinux', {
    securityContext: { seLinuxOptions: { type: 'container_engine_t', user: 'u' } },
    ...context({ seLinuxOptions: { type: 'spc_t', role: 'r', level: 's0' } }),
  }),
  'selinux-fine': pod('selinux-fine', { securityContext: { seLinuxOptions: { type: 'container_t', level: 's0' } } }),
  unconfined: pod('unconfined', {
    securityContext: { seccompProfile: { type: 'Unconfined' } },
    ...context({ seccompProfile: { type: 'Unconfined' } }),
  }),
  'unconfined-armor': pod('unconfined-armor', {
    securityContext: { appArmorProfile: { type: 'Unconfined' } },
    ...context({ appArmorProfile: { type: 'Unconfined' } }),
  }),
  'armor-annotation': pod(
    'armor-annotation',
    {},
    {
      annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' },
    },
  ),
  sysctls: pod('sysctls', {
    securityContext: {
      sysctls: [
        { name: 'kernel.shm_rmid_forced', value: '1' },
        { name: 'net.ipv4.tcp_rmem', value: '1' },
        { name: 'net.ipv4.ip_local_reserved_ports', value: '1' },
        { name: 'net.ipv4.tcp_fin_timeout', value: '1' },
        { name: 'kernel.msgmax', value: '1' },
      ],
    },
  }),
  windows: pod('windows', {
    os: { name: 'windows' },
    hostNetwork: true,
    securityContext: { windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' } },
  }),
  root: pod('root', { securityContext: { runAsUser: 0 }, containers: [secured({ runAsUser: 0 })] }),
  'root-allowed': pod('root-allowed', {
    securityContext: { runAsNonRoot: false },
    ...context({ runAsNonRoot: false }),
  }),
  'root-in-user-namespace': pod('root-in-user-namespace', { hostUsers: false, ...context({ runAsUser: 0 }) }),
  many: pod('many', {
    initContainers: [{ name: 'i', image: 'i' }],
    containers: [secured(), { name: 'd', image: 'i' }],
  }),
};
