"""A device's log as idevicesyslog shows it: what all its programs say, and the lines of a few apps among it."""

from lines import LIFECYCLE, NAME_BYTES, message, process, second

# What some programs of iOS say, in their wordings; # is a number, % an address, @ the name of an app.
OTHERS = """\
kernel[0] <Notice>: wlan0: setBGScanCacheRssi: rssi=-# chan=# noise=-#
kernel(AppleBCMWLANCore)[0] <Notice>: AppleBCMWLANNetAdapter::updateLinkQualityMetric():  [en0]  lqm #, txRate #, rssi -#
wifid(WiFiPolicy)[49] <Notice>: __WiFiLQAMgrLogStats(Home:Stationary): InfraUptime:#.#secs Channel: # Bandwidth: 80Mhz Rssi: -# Cca: # TxFail: #
CommCenter(libATCommandStudioDynamic.dylib)[91] <Notice>: QMI: Svc=0x03(NAS) Ind MsgId=0x0051 Bin=[% %]
locationd[68] <Notice>: {"msg":"onTotalCountChange, #, #", "event":"activity", "count":#}
locationd(CoreLocation)[68] <Debug>: @ClxClientManager, #, checking client <private>, authorized #
SpringBoard(SplashBoard)[58] <Notice>: [com.example.@] will be snapshot at #.#
SpringBoard(FrontBoard)[58] <Notice>: [app<com.example.@>:#] Setting process visibility to: Foreground
SpringBoard(BackBoardServices)[58] <Debug>: ignoring deferral %: environment is null; display is main
backboardd(CoreBrightness)[66] <Notice>: ALS mode: #, lux #.#, target nits #.#
backboardd(IOKit)[66] <Notice>: received event of sender %, page #, usage #
runningboardd(RunningBoard)[31] <Notice>: [app<com.example.@>:#] Ignoring jetsam update because this process is not memory-managed
runningboardd(RunningBoard)[31] <Notice>: Acquiring assertion targeting [xpcservice<com.apple.WebKit.Networking>:#] from originator [app<com.example.@>:#] with description <RBSAssertionDescriptor| "WebKit Background" ID:31-58-#
runningboardd(RunningBoard)[31] <Notice>: Calculated state for app<com.example.@>: running-active (role: UserInteractive)
mediaserverd(CoreMedia)[33] <Notice>: <<<< FigPlayer >>>> fpfs_LogPerformance: %: item # stalled # times, #.# s
mediaserverd(AudioToolbox)[33] <Notice>: {HAL client #} IOWorkLoop: cycle # took # us
symptomsd(SymptomEvaluator)[132] <Notice>: L2 Metrics on en0: rssi: -# -> #, rxDups: #, rxRetries: #
apsd(ApplePushService)[88] <Notice>: <private>: Received message of type #, topic <private>, identifier #
nsurlsessiond(CFNetwork)[101] <Notice>: Task <%-#>.<#> finished successfully, # bytes in #.# s
assistantd(CoreUtils)[205] <Debug>: CUBonjour: browser % event: add service # of #
itunesstored(StoreServices)[133] <Notice>: [%] Scheduling job #, due in # seconds
dasd(DuetActivitySchedulerDaemon)[87] <Notice>: com.apple.#.refresh:%:[{name: ThermalPolicy, policyWeight: #.#, response: {#, #.#}}]
dasd(DuetActivitySchedulerDaemon)[87] <Notice>: '<private>' CurrentScore: #.#, ThresholdScore: #.# DecisionToRun:0
duetexpertd(ProactiveContext)[186] <Notice>: begin of session #, prediction % has # candidates
powerd[45] <Notice>: Process runningboardd.31 Released SystemIsActive "app<com.example.@>#-58-#:WindowServer" age:#:#:# id:% [System: PrevIdle]
thermalmonitord[59] <Notice>: <Notice> die temp #, skin temp #.#, level #
bluetoothd(CoreBluetooth)[77] <Notice>: Device % found, RSSI -#, advertisement of # bytes
cloudd(CloudKitDaemon)[151] <Notice>: Finished operation % with # records, QoS #
@(CFNetwork)[#] <Notice>: TCP Conn % Event #. Err(#)
@(CFNetwork)[#] <Notice>: Task <%>.<#> HTTP load of # bytes, protocol h2
@(UIKitCore)[#] <Notice>: Evaluating dispatch of UIEvent: %; type: #; subtype: #; timestamp: #.#
@(libsystem_trace.dylib)[#] <Notice>: request # of the feed began, # items, #.# s
@(UIKitCore)[#] <Notice>: [%-#] Ending gesture # with state #
""".splitlines()
POOL = 6000
# Of a device's lines, which are of its background tasks.
SHARE = 0.03


def others(random):
    """Lines without their time, each other than the rest."""
    made = []
    for number in range(POOL):
        text = OTHERS[number % len(OTHERS)]
        made.append("".join(
            str(random.randrange(1, 4000)) if sign == "#" else
            f"0x{random.randrange(1 << 36):x}" if sign == "%" else
            random.choice(("Radio", "Notes", "Runner", "Journal")) if sign == "@" else sign
            for sign in text).encode() + b"\n")
    return made


def device_log(random, steps, count):
    """`count` lines; the steps of a few apps, half of them through UIKit's own words, in `SHARE` of them."""
    noise = others(random)
    ours = app_lines(steps)
    draw = random.random
    start, block = next(ours)
    # Each line of ours stands for so many of others.
    rest = 1 / SHARE - 1
    due = 0.0
    for number in range(count):
        time = start + number * 0.0005
        whole = int(time)
        head = b"%s.%06d " % (second(whole, "%b %d %H:%M:%S"), int((time - whole) * 1e6))
        if due <= 0:
            # What is said of one task at once stands together.
            yield head + block.pop(0)
            due += 2 * rest * draw() if not block else 0
            if not block:
                _, block = next(ours)
                due += (len(block) - 1) * rest
        else:
            due -= 1
            yield head + noise[int(draw() * POOL)]


def app_lines(steps):
    """The lines of each step, without their time."""
    for time, launch, kind, id, name in steps:
        if launch.number % 2:
            yield time, [b"%s[%d] <Notice>: %s\n" % (process(launch), launch.pid, message(launch, kind, id, name))]
        elif kind in LIFECYCLE:
            yield time, [b"%s[%d] <Notice>: lifecycle %s\n" % (process(launch), launch.pid, LIFECYCLE[kind])]
        else:
            head = b"%s(UIKitCore)[%d] <Notice>: " % (process(launch), launch.pid)
            yield time, [head + text + b"\n" for text in uikit(kind, id, NAME_BYTES[name], int(time) % 1000000)]


def uikit(kind, id, name, uptime):
    """UIKit's own words for a begin or an end."""
    address = 0x282000000 + id * 64
    if kind == "begin":
        return [b"Will add backgroundTask with taskName: %s, expirationHandler: <__NSMallocBlock__: 0x%x>"
                % (name, address + 0x1000000),
                b"Reusing background assertion <BKSProcessAssertion: 0x%x>" % (address & ~0xffff),
                b"Incrementing reference count for background assertion <BKSProcessAssertion: 0x%x>"
                % (address & ~0xffff),
                b"Created background task <_UIBackgroundTaskInfo: 0x%x>: taskID = %d, taskName = %s, "
                b"creationTime = %d (elapsed = 0)." % (address, id, name, uptime)]
    about = b"<_UIBackgroundTaskInfo: 0x%x>: taskID = %d, taskName = sync, creationTime = %d (elapsed = 2)" % (
        address, id, uptime)
    return [b"Ending background task with UIBackgroundTaskIdentifier: %d" % id,
            b"Ending task with identifier %d and description: %s, _expireHandler: <__NSMallocBlock__: 0x%x>"
            % (id, about, address + 0x1000000),
            b"Decrementing reference count for assertion <BKSProcessAssertion: 0x%x> (used by background task "
            b"with identifier %d: %s)" % (address & ~0xffff, id, about)]
