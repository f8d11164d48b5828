/* oxlint-disable max-lines -- one line for each type */
/**
 * The fields of built-in kinds; made by `npm run generate:builtin-types`, read by builtin-types.ts, which says what the
 * signs mean. One line for each type, and one for each kind.
 */
export const builtinTypesTable = `
admissionregistration.k8s.io/v1/MutatingAdmissionPolicy admissionregistration.v1.MutatingAdmissionPolicy
admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding admissionregistration.v1.MutatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1/MutatingWebhookConfiguration admissionregistration.v1.MutatingWebhookConfiguration
admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy admissionregistration.v1.ValidatingAdmissionPolicy
admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding admissionregistration.v1.ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration admissionregistration.v1.ValidatingWebhookConfiguration
apiextensions.k8s.io/v1/CustomResourceDefinition apiextensions.v1.CustomResourceDefinition
apps/v1/ControllerRevision apps.v1.ControllerRevision
apps/v1/DaemonSet apps.v1.DaemonSet
apps/v1/Deployment apps.v1.Deployment
apps/v1/ReplicaSet apps.v1.ReplicaSet
apps/v1/StatefulSet apps.v1.StatefulSet
authentication.k8s.io/v1/SelfSubjectReview authentication.v1.SelfSubjectReview
authentication.k8s.io/v1/TokenRequest authentication.v1.TokenRequest
authentication.k8s.io/v1/TokenReview authentication.v1.TokenReview
authorization.k8s.io/v1/LocalSubjectAccessReview authorization.v1.LocalSubjectAccessReview
authorization.k8s.io/v1/SelfSubjectAccessReview authorization.v1.SelfSubjectAccessReview
authorization.k8s.io/v1/SelfSubjectRulesReview authorization.v1.SelfSubjectRulesReview
authorization.k8s.io/v1/SubjectAccessReview authorization.v1.SubjectAccessReview
autoscaling/v1/HorizontalPodAutoscaler autoscaling.v1.HorizontalPodAutoscaler
autoscaling/v1/Scale autoscaling.v1.Scale
autoscaling/v2/HorizontalPodAutoscaler autoscaling.v2.HorizontalPodAutoscaler
batch/v1/CronJob batch.v1.CronJob
batch/v1/Job batch.v1.Job
certificates.k8s.io/v1/CertificateSigningRequest certificates.v1.CertificateSigningRequest
coordination.k8s.io/v1/Lease coordination.v1.Lease
discovery.k8s.io/v1/EndpointSlice discovery.v1.EndpointSlice
events.k8s.io/v1/Event events.v1.Event
flowcontrol.apiserver.k8s.io/v1/FlowSchema flowcontrol.v1.FlowSchema
flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration flowcontrol.v1.PriorityLevelConfiguration
networking.k8s.io/v1/IPAddress networking.v1.IPAddress
networking.k8s.io/v1/Ingress networking.v1.Ingress
networking.k8s.io/v1/IngressClass networking.v1.IngressClass
networking.k8s.io/v1/NetworkPolicy networking.v1.NetworkPolicy
networking.k8s.io/v1/ServiceCIDR networking.v1.ServiceCIDR
node.k8s.io/v1/RuntimeClass node.v1.RuntimeClass
policy/v1/Eviction policy.v1.Eviction
policy/v1/PodDisruptionBudget policy.v1.PodDisruptionBudget
rbac.authorization.k8s.io/v1/ClusterRole rbac.v1.ClusterRole
rbac.authorization.k8s.io/v1/ClusterRoleBinding rbac.v1.ClusterRoleBinding
rbac.authorization.k8s.io/v1/Role rbac.v1.Role
rbac.authorization.k8s.io/v1/RoleBinding rbac.v1.RoleBinding
resource.k8s.io/v1/DeviceClass resource.v1.DeviceClass
resource.k8s.io/v1/ResourceClaim resource.v1.ResourceClaim
resource.k8s.io/v1/ResourceClaimTemplate resource.v1.ResourceClaimTemplate
resource.k8s.io/v1/ResourceSlice resource.v1.ResourceSlice
scheduling.k8s.io/v1/PriorityClass scheduling.v1.PriorityClass
storage.k8s.io/v1/CSIDriver storage.v1.CSIDriver
storage.k8s.io/v1/CSINode storage.v1.CSINode
storage.k8s.io/v1/CSIStorageCapacity storage.v1.CSIStorageCapacity
storage.k8s.io/v1/StorageClass storage.v1.StorageClass
storage.k8s.io/v1/VolumeAttachment storage.v1.VolumeAttachment
storage.k8s.io/v1/VolumeAttributesClass storage.v1.VolumeAttributesClass
v1/Binding core.v1.Binding
v1/ComponentStatus core.v1.ComponentStatus
v1/ConfigMap core.v1.ConfigMap
v1/Endpoints core.v1.Endpoints
v1/Event core.v1.Event
v1/LimitRange core.v1.LimitRange
v1/Namespace core.v1.Namespace
v1/Node core.v1.Node
v1/PersistentVolume core.v1.PersistentVolume
v1/PersistentVolumeClaim core.v1.PersistentVolumeClaim
v1/Pod core.v1.Pod
v1/PodStatusResult core.v1.PodStatusResult
v1/PodTemplate core.v1.PodTemplate
v1/RangeAllocation core.v1.RangeAllocation
v1/ReplicationController core.v1.ReplicationController
v1/ResourceQuota core.v1.ResourceQuota
v1/Secret core.v1.Secret
v1/Service core.v1.Service
v1/ServiceAccount core.v1.ServiceAccount
admissionregistration.v1.ApplyConfiguration expression=s
admissionregistration.v1.AuditAnnotation key=+s valueExpression=+s
admissionregistration.v1.ExpressionWarning fieldRef=+s warning=+s
admissionregistration.v1.JSONPatch expression=s
admissionregistration.v1.MatchCondition expression=+s name=+s
admissionregistration.v1.MatchResources! excludeResourceRules=[admissionregistration.v1.NamedRuleWithOperations] matchPolicy=?s namespaceSelector=?meta.LabelSelector objectSelector=?meta.LabelSelector resourceRules=[admissionregistration.v1.NamedRuleWithOperations]
admissionregistration.v1.MutatingAdmissionPolicy apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+admissionregistration.v1.MutatingAdmissionPolicySpec
admissionregistration.v1.MutatingAdmissionPolicyBinding apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+admissionregistration.v1.MutatingAdmissionPolicyBindingSpec
admissionregistration.v1.MutatingAdmissionPolicyBindingSpec matchResources=?admissionregistration.v1.MatchResources paramRef=?admissionregistration.v1.ParamRef policyName=s
admissionregistration.v1.MutatingAdmissionPolicySpec failurePolicy=?s matchConditions=[admissionregistration.v1.MatchCondition]:name/name matchConstraints=?admissionregistration.v1.MatchResources mutations=[admissionregistration.v1.Mutation] paramKind=?admissionregistration.v1.ParamKind reinvocationPolicy=s variables=[admissionregistration.v1.Variable]
admissionregistration.v1.MutatingWebhook admissionReviewVersions=+[s] clientConfig=+admissionregistration.v1.WebhookClientConfig failurePolicy=?s matchConditions=[admissionregistration.v1.MatchCondition]:name/name matchPolicy=?s name=+s namespaceSelector=?meta.LabelSelector objectSelector=?meta.LabelSelector reinvocationPolicy=?s rules=[admissionregistration.v1.RuleWithOperations] sideEffects=+?s timeoutSeconds=?n
admissionregistration.v1.MutatingWebhookConfiguration apiVersion=s kind=s metadata=+meta.ObjectMeta webhooks=[admissionregistration.v1.MutatingWebhook]:name/name
admissionregistration.v1.Mutation applyConfiguration=?admissionregistration.v1.ApplyConfiguration jsonPatch=?admissionregistration.v1.JSONPatch patchType=+s
admissionregistration.v1.NamedRuleWithOperations! apiGroups=[s] apiVersions=[s] operations=[s] resourceNames=[s] resources=[s] scope=?s
admissionregistration.v1.ParamKind! apiVersion=s kind=s
admissionregistration.v1.ParamRef! name=s namespace=s parameterNotFoundAction=?s selector=?meta.LabelSelector
admissionregistration.v1.RuleWithOperations apiGroups=[s] apiVersions=[s] operations=[s] resources=[s] scope=?s
admissionregistration.v1.ServiceReference name=+s namespace=+s path=?s port=?n
admissionregistration.v1.TypeChecking expressionWarnings=[admissionregistration.v1.ExpressionWarning]
admissionregistration.v1.ValidatingAdmissionPolicy apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+admissionregistration.v1.ValidatingAdmissionPolicySpec status=+admissionregistration.v1.ValidatingAdmissionPolicyStatus
admissionregistration.v1.ValidatingAdmissionPolicyBinding apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec
admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec matchResources=?admissionregistration.v1.MatchResources paramRef=?admissionregistration.v1.ParamRef policyName=s validationActions=[s]=
admissionregistration.v1.ValidatingAdmissionPolicySpec auditAnnotations=[admissionregistration.v1.AuditAnnotation] failurePolicy=?s matchConditions=[admissionregistration.v1.MatchCondition]:name/name matchConstraints=?admissionregistration.v1.MatchResources paramKind=?admissionregistration.v1.ParamKind validations=[admissionregistration.v1.Validation] variables=[admissionregistration.v1.Variable]:name/name
admissionregistration.v1.ValidatingAdmissionPolicyStatus conditions=[meta.Condition]:type observedGeneration=n typeChecking=?admissionregistration.v1.TypeChecking
admissionregistration.v1.ValidatingWebhook admissionReviewVersions=+[s] clientConfig=+admissionregistration.v1.WebhookClientConfig failurePolicy=?s matchConditions=[admissionregistration.v1.MatchCondition]:name/name matchPolicy=?s name=+s namespaceSelector=?meta.LabelSelector objectSelector=?meta.LabelSelector rules=[admissionregistration.v1.RuleWithOperations] sideEffects=+?s timeoutSeconds=?n
admissionregistration.v1.ValidatingWebhookConfiguration apiVersion=s kind=s metadata=+meta.ObjectMeta webhooks=[admissionregistration.v1.ValidatingWebhook]:name/name
admissionregistration.v1.Validation expression=+s message=s messageExpression=s reason=?s
admissionregistration.v1.Variable! expression=+s name=+s
admissionregistration.v1.WebhookClientConfig caBundle=s service=?admissionregistration.v1.ServiceReference url=?s
apiextensions.v1.CustomResourceColumnDefinition description=s format=s jsonPath=+s name=+s priority=n type=+s
apiextensions.v1.CustomResourceConversion strategy=+s webhook=?apiextensions.v1.WebhookConversion
apiextensions.v1.CustomResourceDefinition apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+apiextensions.v1.CustomResourceDefinitionSpec status=+apiextensions.v1.CustomResourceDefinitionStatus
apiextensions.v1.CustomResourceDefinitionCondition lastTransitionTime=+t message=s observedGeneration=n reason=s status=+s type=+s
apiextensions.v1.CustomResourceDefinitionNames categories=[s] kind=+s listKind=s plural=+s shortNames=[s] singular=s
apiextensions.v1.CustomResourceDefinitionSpec conversion=?apiextensions.v1.CustomResourceConversion group=+s names=+apiextensions.v1.CustomResourceDefinitionNames preserveUnknownFields=b scope=+s versions=+[apiextensions.v1.CustomResourceDefinitionVersion]
apiextensions.v1.CustomResourceDefinitionStatus acceptedNames=+apiextensions.v1.CustomResourceDefinitionNames conditions=+[apiextensions.v1.CustomResourceDefinitionCondition]:type observedGeneration=n storedVersions=+[s]
apiextensions.v1.CustomResourceDefinitionVersion additionalPrinterColumns=[apiextensions.v1.CustomResourceColumnDefinition] deprecated=b deprecationWarning=?s name=+s schema=?apiextensions.v1.CustomResourceValidation selectableFields=[apiextensions.v1.SelectableField] served=+b storage=+b subresources=?apiextensions.v1.CustomResourceSubresources
apiextensions.v1.CustomResourceSubresourceScale labelSelectorPath=?s specReplicasPath=+s statusReplicasPath=+s
apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceSubresources scale=?apiextensions.v1.CustomResourceSubresourceScale status=?apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceValidation openAPIV3Schema=?apiextensions.v1.JSONSchemaProps
apiextensions.v1.ExternalDocumentation description=s url=s
apiextensions.v1.JSONSchemaProps $ref=?s $schema=s additionalItems=?* additionalProperties=?* allOf=[apiextensions.v1.JSONSchemaProps] anyOf=[apiextensions.v1.JSONSchemaProps] default=?* definitions={apiextensions.v1.JSONSchemaProps} dependencies={*} description=s enum=[*] example=?* exclusiveMaximum=b exclusiveMinimum=b externalDocs=?apiextensions.v1.ExternalDocumentation format=s id=s items=?* maxItems=?n maxLength=?n maxProperties=?n maximum=?n minItems=?n minLength=?n minProperties=?n minimum=?n multipleOf=?n not=?apiextensions.v1.JSONSchemaProps nullable=b oneOf=[apiextensions.v1.JSONSchemaProps] pattern=s patternProperties={apiextensions.v1.JSONSchemaProps} properties={apiextensions.v1.JSONSchemaProps} required=[s] title=s type=s uniqueItems=b x-kubernetes-embedded-resource=b x-kubernetes-int-or-string=b x-kubernetes-list-map-keys=[s] x-kubernetes-list-type=?s x-kubernetes-map-type=?s x-kubernetes-preserve-unknown-fields=?b x-kubernetes-validations=[apiextensions.v1.ValidationRule]:rule/rule
apiextensions.v1.SelectableField jsonPath=+s
apiextensions.v1.ServiceReference name=+s namespace=+s path=?s port=?n
apiextensions.v1.ValidationRule fieldPath=s message=s messageExpression=s optionalOldSelf=?b reason=?s rule=+s
apiextensions.v1.WebhookClientConfig caBundle=s service=?apiextensions.v1.ServiceReference url=?s
apiextensions.v1.WebhookConversion clientConfig=?apiextensions.v1.WebhookClientConfig conversionReviewVersions=+[s]
apps.v1.ControllerRevision apiVersion=s data=+@ kind=s metadata=+meta.ObjectMeta revision=+n
apps.v1.DaemonSet apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+apps.v1.DaemonSetSpec status=+apps.v1.DaemonSetStatus
apps.v1.DaemonSetCondition lastTransitionTime=+t message=s reason=s status=+s type=+s
apps.v1.DaemonSetSpec minReadySeconds=n revisionHistoryLimit=?n selector=+?meta.LabelSelector template=+core.v1.PodTemplateSpec updateStrategy=+apps.v1.DaemonSetUpdateStrategy
apps.v1.DaemonSetStatus collisionCount=?n conditions=[apps.v1.DaemonSetCondition]:type/type currentNumberScheduled=+n desiredNumberScheduled=+n numberAvailable=n numberMisscheduled=+n numberReady=+n numberUnavailable=n observedGeneration=n updatedNumberScheduled=n
apps.v1.DaemonSetUpdateStrategy rollingUpdate=?apps.v1.RollingUpdateDaemonSet type=s
apps.v1.Deployment apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+apps.v1.DeploymentSpec status=+apps.v1.DeploymentStatus
apps.v1.DeploymentCondition lastTransitionTime=+t lastUpdateTime=+t message=s reason=s status=+s type=+s
apps.v1.DeploymentSpec minReadySeconds=n paused=b progressDeadlineSeconds=?n replicas=?n revisionHistoryLimit=?n selector=+?meta.LabelSelector strategy=+apps.v1.DeploymentStrategy$ template=+core.v1.PodTemplateSpec
apps.v1.DeploymentStatus availableReplicas=n collisionCount=?n conditions=[apps.v1.DeploymentCondition]:type/type observedGeneration=n readyReplicas=n replicas=n terminatingReplicas=?n unavailableReplicas=n updatedReplicas=n
apps.v1.DeploymentStrategy rollingUpdate=?apps.v1.RollingUpdateDeployment type=s
apps.v1.ReplicaSet apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+apps.v1.ReplicaSetSpec status=+apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetCondition lastTransitionTime=+t message=s reason=s status=+s type=+s
apps.v1.ReplicaSetSpec minReadySeconds=n replicas=?n selector=+?meta.LabelSelector template=+core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus availableReplicas=n conditions=[apps.v1.ReplicaSetCondition]:type/type fullyLabeledReplicas=n observedGeneration=n readyReplicas=n replicas=+n terminatingReplicas=?n
apps.v1.RollingUpdateDaemonSet maxSurge=?i maxUnavailable=?i
apps.v1.RollingUpdateDeployment maxSurge=?i maxUnavailable=?i
apps.v1.RollingUpdateStatefulSetStrategy maxUnavailable=?i partition=?n
apps.v1.StatefulSet apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+apps.v1.StatefulSetSpec status=+apps.v1.StatefulSetStatus
apps.v1.StatefulSetCondition lastTransitionTime=+t message=s reason=s status=+s type=+s
apps.v1.StatefulSetOrdinals start=+n
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted=s whenScaled=s
apps.v1.StatefulSetSpec minReadySeconds=n ordinals=?apps.v1.StatefulSetOrdinals persistentVolumeClaimRetentionPolicy=?apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy=s replicas=?n revisionHistoryLimit=?n selector=+?meta.LabelSelector serviceName=+s template=+core.v1.PodTemplateSpec updateStrategy=+apps.v1.StatefulSetUpdateStrategy volumeClaimTemplates=[core.v1.PersistentVolumeClaim]
apps.v1.StatefulSetStatus availableReplicas=+n collisionCount=?n conditions=[apps.v1.StatefulSetCondition]:type/type currentReplicas=n currentRevision=s observedGeneration=n readyReplicas=n replicas=+n updateRevision=s updatedReplicas=n
apps.v1.StatefulSetUpdateStrategy rollingUpdate=?apps.v1.RollingUpdateStatefulSetStrategy type=s
authentication.v1.BoundObjectReference apiVersion=s kind=s name=s uid=s
authentication.v1.SelfSubjectReview apiVersion=s kind=s metadata=+meta.ObjectMeta status=+authentication.v1.SelfSubjectReviewStatus
authentication.v1.SelfSubjectReviewStatus userInfo=+authentication.v1.UserInfo
authentication.v1.TokenRequest apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+authentication.v1.TokenRequestSpec status=+authentication.v1.TokenRequestStatus
authentication.v1.TokenRequestSpec audiences=+[s] boundObjectRef=+?authentication.v1.BoundObjectReference expirationSeconds=+?n
authentication.v1.TokenRequestStatus expirationTimestamp=+t token=+s
authentication.v1.TokenReview apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+authentication.v1.TokenReviewSpec status=+authentication.v1.TokenReviewStatus
authentication.v1.TokenReviewSpec audiences=[s] token=s
authentication.v1.TokenReviewStatus audiences=[s] authenticated=b error=s user=+authentication.v1.UserInfo
authentication.v1.UserInfo extra={[s]} groups=[s] uid=s username=s
authorization.v1.FieldSelectorAttributes rawSelector=s requirements=[meta.FieldSelectorRequirement]
authorization.v1.LabelSelectorAttributes rawSelector=s requirements=[meta.LabelSelectorRequirement]
authorization.v1.LocalSubjectAccessReview apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+authorization.v1.SubjectAccessReviewSpec status=+authorization.v1.SubjectAccessReviewStatus
authorization.v1.NonResourceAttributes path=s verb=s
authorization.v1.NonResourceRule nonResourceURLs=[s] verbs=+[s]
authorization.v1.ResourceAttributes fieldSelector=?authorization.v1.FieldSelectorAttributes group=s labelSelector=?authorization.v1.LabelSelectorAttributes name=s namespace=s resource=s subresource=s verb=s version=s
authorization.v1.ResourceRule apiGroups=[s] resourceNames=[s] resources=[s] verbs=+[s]
authorization.v1.SelfSubjectAccessReview apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+authorization.v1.SelfSubjectAccessReviewSpec status=+authorization.v1.SubjectAccessReviewStatus
authorization.v1.SelfSubjectAccessReviewSpec nonResourceAttributes=?authorization.v1.NonResourceAttributes resourceAttributes=?authorization.v1.ResourceAttributes
authorization.v1.SelfSubjectRulesReview apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+authorization.v1.SelfSubjectRulesReviewSpec status=+authorization.v1.SubjectRulesReviewStatus
authorization.v1.SelfSubjectRulesReviewSpec namespace=s
authorization.v1.SubjectAccessReview apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+authorization.v1.SubjectAccessReviewSpec status=+authorization.v1.SubjectAccessReviewStatus
authorization.v1.SubjectAccessReviewSpec extra={[s]} groups=[s] nonResourceAttributes=?authorization.v1.NonResourceAttributes resourceAttributes=?authorization.v1.ResourceAttributes uid=s user=s
authorization.v1.SubjectAccessReviewStatus allowed=+b denied=b evaluationError=s reason=s
authorization.v1.SubjectRulesReviewStatus evaluationError=s incomplete=+b nonResourceRules=+[authorization.v1.NonResourceRule] resourceRules=+[authorization.v1.ResourceRule]
autoscaling.v1.CrossVersionObjectReference! apiVersion=s kind=+s name=+s
autoscaling.v1.HorizontalPodAutoscaler apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+autoscaling.v1.HorizontalPodAutoscalerSpec status=+autoscaling.v1.HorizontalPodAutoscalerStatus
autoscaling.v1.HorizontalPodAutoscalerSpec maxReplicas=+n minReplicas=?n scaleTargetRef=+autoscaling.v1.CrossVersionObjectReference targetCPUUtilizationPercentage=?n
autoscaling.v1.HorizontalPodAutoscalerStatus currentCPUUtilizationPercentage=?n currentReplicas=+n desiredReplicas=+n lastScaleTime=?t observedGeneration=?n
autoscaling.v1.Scale apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+autoscaling.v1.ScaleSpec status=+autoscaling.v1.ScaleStatus
autoscaling.v1.ScaleSpec replicas=n
autoscaling.v1.ScaleStatus replicas=+n selector=s
autoscaling.v2.ContainerResourceMetricSource container=+s name=+s target=+autoscaling.v2.MetricTarget
autoscaling.v2.ContainerResourceMetricStatus container=+s current=+autoscaling.v2.MetricValueStatus name=+s
autoscaling.v2.CrossVersionObjectReference apiVersion=s kind=+s name=+s
autoscaling.v2.ExternalMetricSource metric=+autoscaling.v2.MetricIdentifier target=+autoscaling.v2.MetricTarget
autoscaling.v2.ExternalMetricStatus current=+autoscaling.v2.MetricValueStatus metric=+autoscaling.v2.MetricIdentifier
autoscaling.v2.HPAScalingPolicy periodSeconds=+n type=+s value=+n
autoscaling.v2.HPAScalingRules policies=[autoscaling.v2.HPAScalingPolicy] selectPolicy=?s stabilizationWindowSeconds=?n tolerance=?q
autoscaling.v2.HorizontalPodAutoscaler apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+autoscaling.v2.HorizontalPodAutoscalerSpec status=+autoscaling.v2.HorizontalPodAutoscalerStatus
autoscaling.v2.HorizontalPodAutoscalerBehavior scaleDown=?autoscaling.v2.HPAScalingRules scaleUp=?autoscaling.v2.HPAScalingRules
autoscaling.v2.HorizontalPodAutoscalerCondition lastTransitionTime=+t message=s reason=s status=+s type=+s
autoscaling.v2.HorizontalPodAutoscalerSpec behavior=?autoscaling.v2.HorizontalPodAutoscalerBehavior maxReplicas=+n metrics=[autoscaling.v2.MetricSpec] minReplicas=?n scaleTargetRef=+autoscaling.v2.CrossVersionObjectReference
autoscaling.v2.HorizontalPodAutoscalerStatus conditions=[autoscaling.v2.HorizontalPodAutoscalerCondition]:type/type currentMetrics=+[autoscaling.v2.MetricStatus] currentReplicas=n desiredReplicas=+n lastScaleTime=?t observedGeneration=?n
autoscaling.v2.MetricIdentifier name=+s selector=?meta.LabelSelector
autoscaling.v2.MetricSpec containerResource=?autoscaling.v2.ContainerResourceMetricSource external=?autoscaling.v2.ExternalMetricSource object=?autoscaling.v2.ObjectMetricSource pods=?autoscaling.v2.PodsMetricSource resource=?autoscaling.v2.ResourceMetricSource type=+s
autoscaling.v2.MetricStatus containerResource=?autoscaling.v2.ContainerResourceMetricStatus external=?autoscaling.v2.ExternalMetricStatus object=?autoscaling.v2.ObjectMetricStatus pods=?autoscaling.v2.PodsMetricStatus resource=?autoscaling.v2.ResourceMetricStatus type=+s
autoscaling.v2.MetricTarget averageUtilization=?n averageValue=?q type=+s value=?q
autoscaling.v2.MetricValueStatus averageUtilization=?n averageValue=?q value=?q
autoscaling.v2.ObjectMetricSource describedObject=+autoscaling.v2.CrossVersionObjectReference metric=+autoscaling.v2.MetricIdentifier target=+autoscaling.v2.MetricTarget
autoscaling.v2.ObjectMetricStatus current=+autoscaling.v2.MetricValueStatus describedObject=+autoscaling.v2.CrossVersionObjectReference metric=+autoscaling.v2.MetricIdentifier
autoscaling.v2.PodsMetricSource metric=+autoscaling.v2.MetricIdentifier target=+autoscaling.v2.MetricTarget
autoscaling.v2.PodsMetricStatus current=+autoscaling.v2.MetricValueStatus metric=+autoscaling.v2.MetricIdentifier
autoscaling.v2.ResourceMetricSource name=+s target=+autoscaling.v2.MetricTarget
autoscaling.v2.ResourceMetricStatus current=+autoscaling.v2.MetricValueStatus name=+s
batch.v1.CronJob apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+batch.v1.CronJobSpec status=+batch.v1.CronJobStatus
batch.v1.CronJobSpec concurrencyPolicy=s failedJobsHistoryLimit=?n jobTemplate=+batch.v1.JobTemplateSpec schedule=+s startingDeadlineSeconds=?n successfulJobsHistoryLimit=?n suspend=?b timeZone=?s
batch.v1.CronJobStatus active=[core.v1.ObjectReference] lastScheduleTime=?t lastSuccessfulTime=?t
batch.v1.Job apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+batch.v1.JobSpec status=+batch.v1.JobStatus
batch.v1.JobCondition lastProbeTime=+t lastTransitionTime=+t message=s reason=s status=+s type=+s
batch.v1.JobSpec activeDeadlineSeconds=?n backoffLimit=?n backoffLimitPerIndex=?n completionMode=?s completions=?n managedBy=?s manualSelector=?b maxFailedIndexes=?n parallelism=?n podFailurePolicy=?batch.v1.PodFailurePolicy podReplacementPolicy=?s selector=?meta.LabelSelector successPolicy=?batch.v1.SuccessPolicy suspend=?b template=+core.v1.PodTemplateSpec ttlSecondsAfterFinished=?n
batch.v1.JobStatus active=n completedIndexes=s completionTime=?t conditions=[batch.v1.JobCondition]/type failed=n failedIndexes=?s ready=?n startTime=?t succeeded=n terminating=?n uncountedTerminatedPods=?batch.v1.UncountedTerminatedPods
batch.v1.JobTemplateSpec metadata=+meta.ObjectMeta spec=+batch.v1.JobSpec
batch.v1.PodFailurePolicy rules=+[batch.v1.PodFailurePolicyRule]
batch.v1.PodFailurePolicyOnExitCodesRequirement containerName=?s operator=+s values=+[n]=
batch.v1.PodFailurePolicyOnPodConditionsPattern status=+s type=+s
batch.v1.PodFailurePolicyRule action=+s onExitCodes=?batch.v1.PodFailurePolicyOnExitCodesRequirement onPodConditions=[batch.v1.PodFailurePolicyOnPodConditionsPattern]
batch.v1.SuccessPolicy rules=+[batch.v1.SuccessPolicyRule]
batch.v1.SuccessPolicyRule succeededCount=?n succeededIndexes=?s
batch.v1.UncountedTerminatedPods failed=[s]= succeeded=[s]=
certificates.v1.CertificateSigningRequest apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+certificates.v1.CertificateSigningRequestSpec status=+certificates.v1.CertificateSigningRequestStatus
certificates.v1.CertificateSigningRequestCondition lastTransitionTime=+t lastUpdateTime=+t message=s reason=s status=+s type=+s
certificates.v1.CertificateSigningRequestSpec expirationSeconds=?n extra={[s]} groups=[s] request=+s signerName=+s uid=s usages=[s] username=s
certificates.v1.CertificateSigningRequestStatus certificate=s conditions=[certificates.v1.CertificateSigningRequestCondition]:type
coordination.v1.Lease apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+coordination.v1.LeaseSpec
coordination.v1.LeaseSpec acquireTime=?t holderIdentity=?s leaseDurationSeconds=?n leaseTransitions=?n preferredHolder=?s renewTime=?t strategy=?s
core.v1.AWSElasticBlockStoreVolumeSource fsType=s partition=n readOnly=b volumeID=+s
core.v1.Affinity nodeAffinity=?core.v1.NodeAffinity podAffinity=?core.v1.PodAffinity podAntiAffinity=?core.v1.PodAntiAffinity
core.v1.AppArmorProfile localhostProfile=?s type=+s
core.v1.AttachedVolume devicePath=+s name=+s
core.v1.AzureDiskVolumeSource cachingMode=?s diskName=+s diskURI=+s fsType=?s kind=?s readOnly=?b
core.v1.AzureFilePersistentVolumeSource readOnly=b secretName=+s secretNamespace=+?s shareName=+s
core.v1.AzureFileVolumeSource readOnly=b secretName=+s shareName=+s
core.v1.Binding apiVersion=s kind=s metadata=+meta.ObjectMeta target=+core.v1.ObjectReference
core.v1.CSIPersistentVolumeSource controllerExpandSecretRef=?core.v1.SecretReference controllerPublishSecretRef=?core.v1.SecretReference driver=+s fsType=s nodeExpandSecretRef=?core.v1.SecretReference nodePublishSecretRef=?core.v1.SecretReference nodeStageSecretRef=?core.v1.SecretReference readOnly=b volumeAttributes={s} volumeHandle=+s
core.v1.CSIVolumeSource driver=+s fsType=?s nodePublishSecretRef=?core.v1.LocalObjectReference readOnly=?b volumeAttributes={s}
core.v1.Capabilities add=[s] drop=[s]
core.v1.CephFSPersistentVolumeSource monitors=+[s] path=s readOnly=b secretFile=s secretRef=?core.v1.SecretReference user=s
core.v1.CephFSVolumeSource monitors=+[s] path=s readOnly=b secretFile=s secretRef=?core.v1.LocalObjectReference user=s
core.v1.CinderPersistentVolumeSource fsType=s readOnly=b secretRef=?core.v1.SecretReference volumeID=+s
core.v1.CinderVolumeSource fsType=s readOnly=b secretRef=?core.v1.LocalObjectReference volumeID=+s
core.v1.ClientIPConfig timeoutSeconds=?n
core.v1.ClusterTrustBundleProjection labelSelector=?meta.LabelSelector name=?s optional=?b path=+s signerName=?s
core.v1.ComponentCondition error=s message=s status=+s type=+s
core.v1.ComponentStatus apiVersion=s conditions=[core.v1.ComponentCondition]:type/type kind=s metadata=+meta.ObjectMeta
core.v1.ConfigMap apiVersion=s binaryData={s} data={s} immutable=?b kind=s metadata=+meta.ObjectMeta
core.v1.ConfigMapEnvSource name=s optional=?b
core.v1.ConfigMapKeySelector! key=+s name=s optional=?b
core.v1.ConfigMapNodeConfigSource kubeletConfigKey=+s name=+s namespace=+s resourceVersion=s uid=s
core.v1.ConfigMapProjection items=[core.v1.KeyToPath] name=s optional=?b
core.v1.ConfigMapVolumeSource defaultMode=?n items=[core.v1.KeyToPath] name=s optional=?b
core.v1.Container args=[s] command=[s] env=[core.v1.EnvVar]:name/name envFrom=[core.v1.EnvFromSource] image=s imagePullPolicy=s lifecycle=?core.v1.Lifecycle livenessProbe=?core.v1.Probe name=+s ports=[core.v1.ContainerPort]:containerPort,protocol/containerPort readinessProbe=?core.v1.Probe resizePolicy=[core.v1.ContainerResizePolicy] resources=+core.v1.ResourceRequirements restartPolicy=?s restartPolicyRules=[core.v1.ContainerRestartRule] securityContext=?core.v1.SecurityContext startupProbe=?core.v1.Probe stdin=b stdinOnce=b terminationMessagePath=s terminationMessagePolicy=s tty=b volumeDevices=[core.v1.VolumeDevice]:devicePath/devicePath volumeMounts=[core.v1.VolumeMount]:mountPath/mountPath workingDir=s
core.v1.ContainerExtendedResourceRequest containerName=+s requestName=+s resourceName=+s
core.v1.ContainerImage names=+[s] sizeBytes=n
core.v1.ContainerPort containerPort=+n hostIP=s hostPort=n name=s protocol=s
core.v1.ContainerResizePolicy resourceName=+s restartPolicy=+s
core.v1.ContainerRestartRule action=s exitCodes=?core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator=s values=[n]=
core.v1.ContainerState running=?core.v1.ContainerStateRunning terminated=?core.v1.ContainerStateTerminated waiting=?core.v1.ContainerStateWaiting
core.v1.ContainerStateRunning startedAt=+t
core.v1.ContainerStateTerminated containerID=s exitCode=+n finishedAt=+t message=s reason=s signal=n startedAt=+t
core.v1.ContainerStateWaiting message=s reason=s
core.v1.ContainerStatus allocatedResources={q} allocatedResourcesStatus=[core.v1.ResourceStatus]:name/name containerID=s image=+s imageID=+s lastState=+core.v1.ContainerState name=+s ready=+b resources=?core.v1.ResourceRequirements restartCount=+n started=?b state=+core.v1.ContainerState stopSignal=?s user=?core.v1.ContainerUser volumeMounts=[core.v1.VolumeMountStatus]:mountPath/mountPath
core.v1.ContainerUser linux=?core.v1.LinuxContainerUser
core.v1.DaemonEndpoint Port=+n
core.v1.DownwardAPIProjection items=[core.v1.DownwardAPIVolumeFile]
core.v1.DownwardAPIVolumeFile fieldRef=?core.v1.ObjectFieldSelector mode=?n path=+s resourceFieldRef=?core.v1.ResourceFieldSelector
core.v1.DownwardAPIVolumeSource defaultMode=?n items=[core.v1.DownwardAPIVolumeFile]
core.v1.EmptyDirVolumeSource medium=s sizeLimit=?q
core.v1.EndpointAddress! hostname=s ip=+s nodeName=?s targetRef=?core.v1.ObjectReference
core.v1.EndpointPort! appProtocol=?s name=s port=+n protocol=s
core.v1.EndpointSubset addresses=[core.v1.EndpointAddress] notReadyAddresses=[core.v1.EndpointAddress] ports=[core.v1.EndpointPort]
core.v1.Endpoints apiVersion=s kind=s metadata=+meta.ObjectMeta subsets=[core.v1.EndpointSubset]
core.v1.EnvFromSource configMapRef=?core.v1.ConfigMapEnvSource prefix=s secretRef=?core.v1.SecretEnvSource
core.v1.EnvVar name=+s value=s valueFrom=?core.v1.EnvVarSource
core.v1.EnvVarSource configMapKeyRef=?core.v1.ConfigMapKeySelector fieldRef=?core.v1.ObjectFieldSelector fileKeyRef=?core.v1.FileKeySelector resourceFieldRef=?core.v1.ResourceFieldSelector secretKeyRef=?core.v1.SecretKeySelector
core.v1.EphemeralContainer args=[s] command=[s] env=[core.v1.EnvVar]:name/name envFrom=[core.v1.EnvFromSource] image=s imagePullPolicy=s lifecycle=?core.v1.Lifecycle livenessProbe=?core.v1.Probe name=+s ports=[core.v1.ContainerPort]:containerPort,protocol/containerPort readinessProbe=?core.v1.Probe resizePolicy=[core.v1.ContainerResizePolicy] resources=+core.v1.ResourceRequirements restartPolicy=?s restartPolicyRules=[core.v1.ContainerRestartRule] securityContext=?core.v1.SecurityContext startupProbe=?core.v1.Probe stdin=b stdinOnce=b targetContainerName=s terminationMessagePath=s terminationMessagePolicy=s tty=b volumeDevices=[core.v1.VolumeDevice]:devicePath/devicePath volumeMounts=[core.v1.VolumeMount]:mountPath/mountPath workingDir=s
core.v1.EphemeralVolumeSource volumeClaimTemplate=?core.v1.PersistentVolumeClaimTemplate
core.v1.Event action=s apiVersion=s count=n eventTime=+t firstTimestamp=+t involvedObject=+core.v1.ObjectReference kind=s lastTimestamp=+t message=s metadata=+meta.ObjectMeta reason=s related=?core.v1.ObjectReference reportingComponent=+s reportingInstance=+s series=?core.v1.EventSeries source=+core.v1.EventSource type=s
core.v1.EventSeries count=n lastObservedTime=+t
core.v1.EventSource component=s host=s
core.v1.ExecAction command=[s]
core.v1.FCVolumeSource fsType=s lun=?n readOnly=b targetWWNs=[s] wwids=[s]
core.v1.FileKeySelector! key=+s optional=?b path=+s volumeName=+s
core.v1.FlexPersistentVolumeSource driver=+s fsType=s options={s} readOnly=b secretRef=?core.v1.SecretReference
core.v1.FlexVolumeSource driver=+s fsType=s options={s} readOnly=b secretRef=?core.v1.LocalObjectReference
core.v1.FlockerVolumeSource datasetName=s datasetUUID=s
core.v1.GCEPersistentDiskVolumeSource fsType=s partition=n pdName=+s readOnly=b
core.v1.GRPCAction port=+n service=+?s
core.v1.GitRepoVolumeSource directory=s repository=+s revision=s
core.v1.GlusterfsPersistentVolumeSource endpoints=+s endpointsNamespace=?s path=+s readOnly=b
core.v1.GlusterfsVolumeSource endpoints=+s path=+s readOnly=b
core.v1.HTTPGetAction host=s httpHeaders=[core.v1.HTTPHeader] path=s port=+i scheme=s
core.v1.HTTPHeader name=+s value=+s
core.v1.HostAlias hostnames=[s] ip=+s
core.v1.HostIP ip=+s
core.v1.HostPathVolumeSource path=+s type=?s
core.v1.ISCSIPersistentVolumeSource chapAuthDiscovery=b chapAuthSession=b fsType=s initiatorName=?s iqn=+s iscsiInterface=s lun=+n portals=[s] readOnly=b secretRef=?core.v1.SecretReference targetPortal=+s
core.v1.ISCSIVolumeSource chapAuthDiscovery=b chapAuthSession=b fsType=s initiatorName=?s iqn=+s iscsiInterface=s lun=+n portals=[s] readOnly=b secretRef=?core.v1.LocalObjectReference targetPortal=+s
core.v1.ImageVolumeSource pullPolicy=s reference=s
core.v1.ImageVolumeStatus imageRef=s
core.v1.KeyToPath key=+s mode=?n path=+s
core.v1.Lifecycle postStart=?core.v1.LifecycleHandler preStop=?core.v1.LifecycleHandler stopSignal=?s
core.v1.LifecycleHandler exec=?core.v1.ExecAction httpGet=?core.v1.HTTPGetAction sleep=?core.v1.SleepAction tcpSocket=?core.v1.TCPSocketAction
core.v1.LimitRange apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.LimitRangeSpec
core.v1.LimitRangeItem default={q} defaultRequest={q} max={q} maxLimitRequestRatio={q} min={q} type=+s
core.v1.LimitRangeSpec limits=+[core.v1.LimitRangeItem]
core.v1.LinuxContainerUser gid=+n supplementalGroups=[n] uid=+n
core.v1.LoadBalancerIngress hostname=s ip=s ipMode=?s ports=[core.v1.PortStatus]
core.v1.LoadBalancerStatus ingress=[core.v1.LoadBalancerIngress]
core.v1.LocalObjectReference! name=s
core.v1.LocalVolumeSource fsType=?s path=+s
core.v1.ModifyVolumeStatus status=+s targetVolumeAttributesClassName=s
core.v1.NFSVolumeSource path=+s readOnly=b server=+s
core.v1.Namespace apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.NamespaceSpec status=+core.v1.NamespaceStatus
core.v1.NamespaceCondition lastTransitionTime=+t message=s reason=s status=+s type=+s
core.v1.NamespaceSpec finalizers=[s]
core.v1.NamespaceStatus conditions=[core.v1.NamespaceCondition]:type/type phase=s
core.v1.Node apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.NodeSpec status=+core.v1.NodeStatus
core.v1.NodeAddress address=+s type=+s
core.v1.NodeAffinity preferredDuringSchedulingIgnoredDuringExecution=[core.v1.PreferredSchedulingTerm] requiredDuringSchedulingIgnoredDuringExecution=?core.v1.NodeSelector
core.v1.NodeAllocatableResourceClaimStatus containers=[s]= resourceClaimName=+s resources=+{q}
core.v1.NodeCondition lastHeartbeatTime=+t lastTransitionTime=+t message=s reason=s status=+s type=+s
core.v1.NodeConfigSource configMap=?core.v1.ConfigMapNodeConfigSource
core.v1.NodeConfigStatus active=?core.v1.NodeConfigSource assigned=?core.v1.NodeConfigSource error=s lastKnownGood=?core.v1.NodeConfigSource
core.v1.NodeDaemonEndpoints kubeletEndpoint=+core.v1.DaemonEndpoint
core.v1.NodeFeatures supplementalGroupsPolicy=?b
core.v1.NodeRuntimeHandler features=?core.v1.NodeRuntimeHandlerFeatures name=+s
core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts=?b userNamespaces=?b
core.v1.NodeSelector! nodeSelectorTerms=+[core.v1.NodeSelectorTerm]
core.v1.NodeSelectorRequirement key=+s operator=+s values=[s]
core.v1.NodeSelectorTerm! matchExpressions=[core.v1.NodeSelectorRequirement] matchFields=[core.v1.NodeSelectorRequirement]
core.v1.NodeSpec configSource=?core.v1.NodeConfigSource externalID=s podCIDR=s podCIDRs=[s]=/ providerID=s taints=[core.v1.Taint] unschedulable=b
core.v1.NodeStatus addresses=[core.v1.NodeAddress]:type/type allocatable={q} capacity={q} conditions=[core.v1.NodeCondition]:type/type config=?core.v1.NodeConfigStatus daemonEndpoints=+core.v1.NodeDaemonEndpoints declaredFeatures=[s] features=?core.v1.NodeFeatures images=[core.v1.ContainerImage] nodeInfo=+core.v1.NodeSystemInfo phase=s runtimeHandlers=[core.v1.NodeRuntimeHandler] volumesAttached=[core.v1.AttachedVolume] volumesInUse=[s]
core.v1.NodeSwapStatus capacity=?n
core.v1.NodeSystemInfo architecture=+s bootID=+s containerRuntimeVersion=+s kernelVersion=+s kubeProxyVersion=+s kubeletVersion=+s machineID=+s operatingSystem=+s osImage=+s swap=?core.v1.NodeSwapStatus systemUUID=+s
core.v1.ObjectFieldSelector! apiVersion=s fieldPath=+s
core.v1.ObjectReference! apiVersion=s fieldPath=s kind=s name=s namespace=s resourceVersion=s uid=s
core.v1.PersistentVolume apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.PersistentVolumeSpec status=+core.v1.PersistentVolumeStatus
core.v1.PersistentVolumeClaim apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.PersistentVolumeClaimSpec status=+core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimCondition lastProbeTime=+t lastTransitionTime=+t message=s reason=s status=+s type=+s
core.v1.PersistentVolumeClaimSpec accessModes=[s] dataSource=?core.v1.TypedLocalObjectReference dataSourceRef=?core.v1.TypedObjectReference resources=+core.v1.VolumeResourceRequirements selector=?meta.LabelSelector storageClassName=?s volumeAttributesClassName=?s volumeMode=?s volumeName=s
core.v1.PersistentVolumeClaimStatus accessModes=[s] allocatedResourceStatuses={s}~ allocatedResources={q} capacity={q} conditions=[core.v1.PersistentVolumeClaimCondition]:type/type currentVolumeAttributesClassName=?s modifyVolumeStatus=?core.v1.ModifyVolumeStatus phase=s
core.v1.PersistentVolumeClaimTemplate metadata=+meta.ObjectMeta spec=+core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource claimName=+s readOnly=b
core.v1.PersistentVolumeSpec accessModes=[s] awsElasticBlockStore=?core.v1.AWSElasticBlockStoreVolumeSource azureDisk=?core.v1.AzureDiskVolumeSource azureFile=?core.v1.AzureFilePersistentVolumeSource capacity={q} cephfs=?core.v1.CephFSPersistentVolumeSource cinder=?core.v1.CinderPersistentVolumeSource claimRef=?core.v1.ObjectReference~ csi=?core.v1.CSIPersistentVolumeSource fc=?core.v1.FCVolumeSource flexVolume=?core.v1.FlexPersistentVolumeSource flocker=?core.v1.FlockerVolumeSource gcePersistentDisk=?core.v1.GCEPersistentDiskVolumeSource glusterfs=?core.v1.GlusterfsPersistentVolumeSource hostPath=?core.v1.HostPathVolumeSource iscsi=?core.v1.ISCSIPersistentVolumeSource local=?core.v1.LocalVolumeSource mountOptions=[s] nfs=?core.v1.NFSVolumeSource nodeAffinity=?core.v1.VolumeNodeAffinity persistentVolumeReclaimPolicy=s photonPersistentDisk=?core.v1.PhotonPersistentDiskVolumeSource portworxVolume=?core.v1.PortworxVolumeSource quobyte=?core.v1.QuobyteVolumeSource rbd=?core.v1.RBDPersistentVolumeSource scaleIO=?core.v1.ScaleIOPersistentVolumeSource storageClassName=s storageos=?core.v1.StorageOSPersistentVolumeSource volumeAttributesClassName=?s volumeMode=?s vsphereVolume=?core.v1.VsphereVirtualDiskVolumeSource
core.v1.PersistentVolumeStatus lastPhaseTransitionTime=?t message=s phase=s reason=s
core.v1.PhotonPersistentDiskVolumeSource fsType=s pdID=+s
core.v1.Pod apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.PodSpec status=+core.v1.PodStatus
core.v1.PodAffinity preferredDuringSchedulingIgnoredDuringExecution=[core.v1.WeightedPodAffinityTerm] requiredDuringSchedulingIgnoredDuringExecution=[core.v1.PodAffinityTerm]
core.v1.PodAffinityTerm labelSelector=?meta.LabelSelector matchLabelKeys=[s] mismatchLabelKeys=[s] namespaceSelector=?meta.LabelSelector namespaces=[s] topologyKey=+s
core.v1.PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution=[core.v1.WeightedPodAffinityTerm] requiredDuringSchedulingIgnoredDuringExecution=[core.v1.PodAffinityTerm]
core.v1.PodCertificateProjection certificateChainPath=s credentialBundlePath=s keyPath=s keyType=s maxExpirationSeconds=?n signerName=s userAnnotations={s}
core.v1.PodCondition lastProbeTime=+t lastTransitionTime=+t message=s observedGeneration=n reason=s status=+s type=+s
core.v1.PodDNSConfig nameservers=[s] options=[core.v1.PodDNSConfigOption] searches=[s]
core.v1.PodDNSConfigOption name=s value=?s
core.v1.PodExtendedResourceClaimStatus requestMappings=+[core.v1.ContainerExtendedResourceRequest] resourceClaimName=+s
core.v1.PodIP ip=+s
core.v1.PodOS name=+s
core.v1.PodReadinessGate conditionType=+s
core.v1.PodResourceClaim name=+s resourceClaimName=?s resourceClaimTemplateName=?s
core.v1.PodResourceClaimStatus name=+s resourceClaimName=?s
core.v1.PodSchedulingGate name=+s
core.v1.PodSchedulingGroup podGroupName=?s
core.v1.PodSecurityContext appArmorProfile=?core.v1.AppArmorProfile fsGroup=?n fsGroupChangePolicy=?s runAsGroup=?n runAsNonRoot=?b runAsUser=?n seLinuxChangePolicy=?s seLinuxOptions=?core.v1.SELinuxOptions seccompProfile=?core.v1.SeccompProfile supplementalGroups=[n] supplementalGroupsPolicy=?s sysctls=[core.v1.Sysctl] windowsOptions=?core.v1.WindowsSecurityContextOptions
core.v1.PodSpec activeDeadlineSeconds=?n affinity=?core.v1.Affinity automountServiceAccountToken=?b containers=+[core.v1.Container]:name/name dnsConfig=?core.v1.PodDNSConfig dnsPolicy=s enableServiceLinks=?b ephemeralContainers=[core.v1.EphemeralContainer]:name/name hostAliases=[core.v1.HostAlias]:ip/ip hostIPC=b hostNetwork=b hostPID=b hostUsers=?b hostname=s hostnameOverride=?s imagePullSecrets=[core.v1.LocalObjectReference]:name/name initContainers=[core.v1.Container]:name/name nodeName=s nodeSelector={s}! os=?core.v1.PodOS overhead={q} preemptionPolicy=?s priority=?n priorityClassName=s readinessGates=[core.v1.PodReadinessGate] resourceClaims=[core.v1.PodResourceClaim]:name/name$ resources=?core.v1.ResourceRequirements restartPolicy=s runtimeClassName=?s schedulerName=s schedulingGates=[core.v1.PodSchedulingGate]:name/name schedulingGroup=?core.v1.PodSchedulingGroup securityContext=?core.v1.PodSecurityContext serviceAccount=s serviceAccountName=s setHostnameAsFQDN=?b shareProcessNamespace=?b subdomain=s terminationGracePeriodSeconds=?n tolerations=[core.v1.Toleration] topologySpreadConstraints=[core.v1.TopologySpreadConstraint]:topologyKey,whenUnsatisfiable/topologyKey volumes=[core.v1.Volume]:name/name$
core.v1.PodStatus allocatedResources={q} conditions=[core.v1.PodCondition]:type/type containerStatuses=[core.v1.ContainerStatus] ephemeralContainerStatuses=[core.v1.ContainerStatus] extendedResourceClaimStatus=?core.v1.PodExtendedResourceClaimStatus hostIP=s hostIPs=[core.v1.HostIP]/ip initContainerStatuses=[core.v1.ContainerStatus] message=s nodeAllocatableResourceClaimStatuses=[core.v1.NodeAllocatableResourceClaimStatus] nominatedNodeName=s observedGeneration=n phase=s podIP=s podIPs=[core.v1.PodIP]:ip/ip qosClass=s reason=s resize=s resourceClaimStatuses=[core.v1.PodResourceClaimStatus]:name/name$ resources=?core.v1.ResourceRequirements startTime=?t
core.v1.PodStatusResult apiVersion=s kind=s metadata=+meta.ObjectMeta status=+core.v1.PodStatus
core.v1.PodTemplate apiVersion=s kind=s metadata=+meta.ObjectMeta template=+core.v1.PodTemplateSpec
core.v1.PodTemplateSpec metadata=+meta.ObjectMeta spec=+core.v1.PodSpec
core.v1.PortStatus error=?s port=+n protocol=+s
core.v1.PortworxVolumeSource fsType=s readOnly=b volumeID=+s
core.v1.PreferredSchedulingTerm preference=+core.v1.NodeSelectorTerm weight=+n
core.v1.Probe exec=?core.v1.ExecAction failureThreshold=n grpc=?core.v1.GRPCAction httpGet=?core.v1.HTTPGetAction initialDelaySeconds=n periodSeconds=n successThreshold=n tcpSocket=?core.v1.TCPSocketAction terminationGracePeriodSeconds=?n timeoutSeconds=n
core.v1.ProjectedVolumeSource defaultMode=?n sources=+[core.v1.VolumeProjection]
core.v1.QuobyteVolumeSource group=s readOnly=b registry=+s tenant=s user=s volume=+s
core.v1.RBDPersistentVolumeSource fsType=s image=+s keyring=s monitors=+[s] pool=s readOnly=b secretRef=?core.v1.SecretReference user=s
core.v1.RBDVolumeSource fsType=s image=+s keyring=s monitors=+[s] pool=s readOnly=b secretRef=?core.v1.LocalObjectReference user=s
core.v1.RangeAllocation apiVersion=s data=+s kind=s metadata=+meta.ObjectMeta range=+s
core.v1.ReplicationController apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.ReplicationControllerSpec status=+core.v1.ReplicationControllerStatus
core.v1.ReplicationControllerCondition lastTransitionTime=+t message=s reason=s status=+s type=+s
core.v1.ReplicationControllerSpec minReadySeconds=n replicas=?n selector={s}! template=?core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus availableReplicas=n conditions=[core.v1.ReplicationControllerCondition]:type/type fullyLabeledReplicas=n observedGeneration=n readyReplicas=n replicas=+n
core.v1.ResourceClaim name=+s request=s
core.v1.ResourceFieldSelector! containerName=s divisor=+q resource=+s
core.v1.ResourceHealth health=s message=?s resourceID=+s
core.v1.ResourceQuota apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.ResourceQuotaSpec status=+core.v1.ResourceQuotaStatus
core.v1.ResourceQuotaSpec hard={q} scopeSelector=?core.v1.ScopeSelector scopes=[s]
core.v1.ResourceQuotaStatus hard={q} used={q}
core.v1.ResourceRequirements claims=[core.v1.ResourceClaim]:name limits={q} requests={q}
core.v1.ResourceStatus name=+s resources=[core.v1.ResourceHealth]:resourceID
core.v1.SELinuxOptions level=s role=s type=s user=s
core.v1.ScaleIOPersistentVolumeSource fsType=s gateway=+s protectionDomain=s readOnly=b secretRef=+?core.v1.SecretReference sslEnabled=b storageMode=s storagePool=s system=+s volumeName=s
core.v1.ScaleIOVolumeSource fsType=s gateway=+s protectionDomain=s readOnly=b secretRef=+?core.v1.LocalObjectReference sslEnabled=b storageMode=s storagePool=s system=+s volumeName=s
core.v1.ScopeSelector! matchExpressions=[core.v1.ScopedResourceSelectorRequirement]
core.v1.ScopedResourceSelectorRequirement operator=+s scopeName=+s values=[s]
core.v1.SeccompProfile localhostProfile=?s type=+s
core.v1.Secret apiVersion=s data={s} immutable=?b kind=s metadata=+meta.ObjectMeta stringData={s} type=s
core.v1.SecretEnvSource name=s optional=?b
core.v1.SecretKeySelector! key=+s name=s optional=?b
core.v1.SecretProjection items=[core.v1.KeyToPath] name=s optional=?b
core.v1.SecretReference! name=s namespace=s
core.v1.SecretVolumeSource defaultMode=?n items=[core.v1.KeyToPath] optional=?b secretName=s
core.v1.SecurityContext allowPrivilegeEscalation=?b appArmorProfile=?core.v1.AppArmorProfile capabilities=?core.v1.Capabilities privileged=?b procMount=?s readOnlyRootFilesystem=?b runAsGroup=?n runAsNonRoot=?b runAsUser=?n seLinuxOptions=?core.v1.SELinuxOptions seccompProfile=?core.v1.SeccompProfile windowsOptions=?core.v1.WindowsSecurityContextOptions
core.v1.Service apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+core.v1.ServiceSpec status=+core.v1.ServiceStatus
core.v1.ServiceAccount apiVersion=s automountServiceAccountToken=?b imagePullSecrets=[core.v1.LocalObjectReference] kind=s metadata=+meta.ObjectMeta secrets=[core.v1.ObjectReference]:name/name
core.v1.ServiceAccountTokenProjection audience=s expirationSeconds=?n path=+s
core.v1.ServicePort appProtocol=?s name=s nodePort=n port=+n protocol=s targetPort=+i
core.v1.ServiceSpec allocateLoadBalancerNodePorts=?b clusterIP=s clusterIPs=[s] externalIPs=[s] externalName=s externalTrafficPolicy=s healthCheckNodePort=n internalTrafficPolicy=?s ipFamilies=[s] ipFamilyPolicy=?s loadBalancerClass=?s loadBalancerIP=s loadBalancerSourceRanges=[s] ports=[core.v1.ServicePort]:port,protocol/port publishNotReadyAddresses=b selector={s}! sessionAffinity=s sessionAffinityConfig=?core.v1.SessionAffinityConfig trafficDistribution=?s type=s
core.v1.ServiceStatus conditions=[meta.Condition]:type/type loadBalancer=+core.v1.LoadBalancerStatus
core.v1.SessionAffinityConfig clientIP=?core.v1.ClientIPConfig
core.v1.SleepAction seconds=+n
core.v1.StorageOSPersistentVolumeSource fsType=s readOnly=b secretRef=?core.v1.ObjectReference volumeName=s volumeNamespace=s
core.v1.StorageOSVolumeSource fsType=s readOnly=b secretRef=?core.v1.LocalObjectReference volumeName=s volumeNamespace=s
core.v1.Sysctl name=+s value=+s
core.v1.TCPSocketAction host=s port=+i
core.v1.Taint effect=+s key=+s timeAdded=?t value=s
core.v1.Toleration effect=s key=s operator=s tolerationSeconds=?n value=s
core.v1.TopologySelectorLabelRequirement key=+s values=+[s]
core.v1.TopologySelectorTerm! matchLabelExpressions=[core.v1.TopologySelectorLabelRequirement]
core.v1.TopologySpreadConstraint labelSelector=?meta.LabelSelector matchLabelKeys=[s] maxSkew=+n minDomains=?n nodeAffinityPolicy=?s nodeTaintsPolicy=?s topologyKey=+s whenUnsatisfiable=+s
core.v1.TypedLocalObjectReference! apiGroup=+?s kind=+s name=+s
core.v1.TypedObjectReference apiGroup=+?s kind=+s name=+s namespace=?s
core.v1.Volume awsElasticBlockStore=?core.v1.AWSElasticBlockStoreVolumeSource azureDisk=?core.v1.AzureDiskVolumeSource azureFile=?core.v1.AzureFileVolumeSource cephfs=?core.v1.CephFSVolumeSource cinder=?core.v1.CinderVolumeSource configMap=?core.v1.ConfigMapVolumeSource csi=?core.v1.CSIVolumeSource downwardAPI=?core.v1.DownwardAPIVolumeSource emptyDir=?core.v1.EmptyDirVolumeSource ephemeral=?core.v1.EphemeralVolumeSource fc=?core.v1.FCVolumeSource flexVolume=?core.v1.FlexVolumeSource flocker=?core.v1.FlockerVolumeSource gcePersistentDisk=?core.v1.GCEPersistentDiskVolumeSource gitRepo=?core.v1.GitRepoVolumeSource glusterfs=?core.v1.GlusterfsVolumeSource hostPath=?core.v1.HostPathVolumeSource image=?core.v1.ImageVolumeSource iscsi=?core.v1.ISCSIVolumeSource name=+s nfs=?core.v1.NFSVolumeSource persistentVolumeClaim=?core.v1.PersistentVolumeClaimVolumeSource photonPersistentDisk=?core.v1.PhotonPersistentDiskVolumeSource portworxVolume=?core.v1.PortworxVolumeSource projected=?core.v1.ProjectedVolumeSource quobyte=?core.v1.QuobyteVolumeSource rbd=?core.v1.RBDVolumeSource scaleIO=?core.v1.ScaleIOVolumeSource secret=?core.v1.SecretVolumeSource storageos=?core.v1.StorageOSVolumeSource vsphereVolume=?core.v1.VsphereVirtualDiskVolumeSource
core.v1.VolumeDevice devicePath=+s name=+s
core.v1.VolumeMount mountPath=+s mountPropagation=?s name=+s readOnly=b recursiveReadOnly=?s subPath=s subPathExpr=s
core.v1.VolumeMountStatus mountPath=+s name=+s readOnly=b recursiveReadOnly=?s volumeStatus=?core.v1.VolumeStatus
core.v1.VolumeNodeAffinity required=?core.v1.NodeSelector
core.v1.VolumeProjection clusterTrustBundle=?core.v1.ClusterTrustBundleProjection configMap=?core.v1.ConfigMapProjection downwardAPI=?core.v1.DownwardAPIProjection podCertificate=?core.v1.PodCertificateProjection secret=?core.v1.SecretProjection serviceAccountToken=?core.v1.ServiceAccountTokenProjection
core.v1.VolumeResourceRequirements limits={q} requests={q}
core.v1.VolumeStatus image=?core.v1.ImageVolumeStatus
core.v1.VsphereVirtualDiskVolumeSource fsType=s storagePolicyID=s storagePolicyName=s volumePath=+s
core.v1.WeightedPodAffinityTerm podAffinityTerm=+core.v1.PodAffinityTerm weight=+n
core.v1.WindowsSecurityContextOptions gmsaCredentialSpec=?s gmsaCredentialSpecName=?s hostProcess=?b runAsUserName=?s
discovery.v1.Endpoint addresses=+[s]= conditions=+discovery.v1.EndpointConditions deprecatedTopology={s} hints=?discovery.v1.EndpointHints hostname=?s nodeName=?s targetRef=?core.v1.ObjectReference zone=?s
discovery.v1.EndpointConditions ready=?b serving=?b terminating=?b
discovery.v1.EndpointHints forNodes=[discovery.v1.ForNode] forZones=[discovery.v1.ForZone]
discovery.v1.EndpointPort! appProtocol=?s name=?s port=?n protocol=?s
discovery.v1.EndpointSlice addressType=+s apiVersion=s endpoints=+[discovery.v1.Endpoint] kind=s metadata=+meta.ObjectMeta ports=+[discovery.v1.EndpointPort]
discovery.v1.ForNode name=+s
discovery.v1.ForZone name=+s
events.v1.Event action=s apiVersion=s deprecatedCount=n deprecatedFirstTimestamp=+t deprecatedLastTimestamp=+t deprecatedSource=+core.v1.EventSource eventTime=+t kind=s metadata=+meta.ObjectMeta note=s reason=s regarding=+core.v1.ObjectReference related=?core.v1.ObjectReference reportingController=s reportingInstance=s series=?events.v1.EventSeries type=s
events.v1.EventSeries count=+n lastObservedTime=+t
flowcontrol.v1.ExemptPriorityLevelConfiguration lendablePercent=?n nominalConcurrencyShares=?n
flowcontrol.v1.FlowDistinguisherMethod type=+s
flowcontrol.v1.FlowSchema apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+flowcontrol.v1.FlowSchemaSpec status=+flowcontrol.v1.FlowSchemaStatus
flowcontrol.v1.FlowSchemaCondition lastTransitionTime=+t message=s reason=s status=s type=s
flowcontrol.v1.FlowSchemaSpec distinguisherMethod=?flowcontrol.v1.FlowDistinguisherMethod matchingPrecedence=+n priorityLevelConfiguration=+flowcontrol.v1.PriorityLevelConfigurationReference rules=[flowcontrol.v1.PolicyRulesWithSubjects]
flowcontrol.v1.FlowSchemaStatus conditions=[flowcontrol.v1.FlowSchemaCondition]:type/type
flowcontrol.v1.GroupSubject name=+s
flowcontrol.v1.LimitResponse queuing=?flowcontrol.v1.QueuingConfiguration type=+s
flowcontrol.v1.LimitedPriorityLevelConfiguration borrowingLimitPercent=?n lendablePercent=?n limitResponse=+flowcontrol.v1.LimitResponse nominalConcurrencyShares=+?n
flowcontrol.v1.NonResourcePolicyRule nonResourceURLs=+[s]= verbs=+[s]=
flowcontrol.v1.PolicyRulesWithSubjects nonResourceRules=[flowcontrol.v1.NonResourcePolicyRule] resourceRules=[flowcontrol.v1.ResourcePolicyRule] subjects=+[flowcontrol.v1.Subject]
flowcontrol.v1.PriorityLevelConfiguration apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+flowcontrol.v1.PriorityLevelConfigurationSpec status=+flowcontrol.v1.PriorityLevelConfigurationStatus
flowcontrol.v1.PriorityLevelConfigurationCondition lastTransitionTime=+t message=s reason=s status=s type=s
flowcontrol.v1.PriorityLevelConfigurationReference name=+s
flowcontrol.v1.PriorityLevelConfigurationSpec exempt=?flowcontrol.v1.ExemptPriorityLevelConfiguration limited=?flowcontrol.v1.LimitedPriorityLevelConfiguration type=+s
flowcontrol.v1.PriorityLevelConfigurationStatus conditions=[flowcontrol.v1.PriorityLevelConfigurationCondition]:type/type
flowcontrol.v1.QueuingConfiguration handSize=+n queueLengthLimit=+n queues=+n
flowcontrol.v1.ResourcePolicyRule apiGroups=+[s]= clusterScope=b namespaces=+[s]= resources=+[s]= verbs=+[s]=
flowcontrol.v1.ServiceAccountSubject name=+s namespace=+s
flowcontrol.v1.Subject group=?flowcontrol.v1.GroupSubject kind=+s serviceAccount=?flowcontrol.v1.ServiceAccountSubject user=?flowcontrol.v1.UserSubject
flowcontrol.v1.UserSubject name=+s
meta.Condition lastTransitionTime=+t message=+s observedGeneration=n reason=+s status=+s type=+s
meta.DeleteOptions apiVersion=s dryRun=[s] gracePeriodSeconds=?n ignoreStoreReadErrorWithClusterBreakingPotential=?b kind=s orphanDependents=?b preconditions=?meta.Preconditions propagationPolicy=?s
meta.FieldSelectorRequirement key=+s operator=+s values=[s]
meta.LabelSelector! matchExpressions=[meta.LabelSelectorRequirement] matchLabels={s}
meta.LabelSelectorRequirement key=+s operator=+s values=[s]
meta.ManagedFieldsEntry apiVersion=s fieldsType=s fieldsV1=?* manager=s operation=s subresource=s time=?t
meta.ObjectMeta annotations={s} creationTimestamp=t deletionGracePeriodSeconds=?n deletionTimestamp=?t finalizers=[s]=/ generateName=s generation=n labels={s} managedFields=[meta.ManagedFieldsEntry] name=s namespace=s ownerReferences=[meta.OwnerReference]:uid/uid resourceVersion=s selfLink=s uid=s
meta.OwnerReference! apiVersion=+s blockOwnerDeletion=?b controller=?b kind=+s name=+s uid=+s
meta.Preconditions resourceVersion=?s uid=?s
networking.v1.HTTPIngressPath backend=+networking.v1.IngressBackend path=s pathType=+?s
networking.v1.HTTPIngressRuleValue paths=+[networking.v1.HTTPIngressPath]
networking.v1.IPAddress apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+networking.v1.IPAddressSpec
networking.v1.IPAddressSpec parentRef=?networking.v1.ParentReference
networking.v1.IPBlock cidr=+s except=[s]
networking.v1.Ingress apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+networking.v1.IngressSpec status=+networking.v1.IngressStatus
networking.v1.IngressBackend resource=?core.v1.TypedLocalObjectReference service=?networking.v1.IngressServiceBackend
networking.v1.IngressClass apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+networking.v1.IngressClassSpec
networking.v1.IngressClassParametersReference apiGroup=?s kind=+s name=+s namespace=?s scope=+?s
networking.v1.IngressClassSpec controller=s parameters=?networking.v1.IngressClassParametersReference
networking.v1.IngressLoadBalancerIngress hostname=s ip=s ports=[networking.v1.IngressPortStatus]
networking.v1.IngressLoadBalancerStatus ingress=[networking.v1.IngressLoadBalancerIngress]
networking.v1.IngressPortStatus error=?s port=+n protocol=+s
networking.v1.IngressRule host=s http=?networking.v1.HTTPIngressRuleValue
networking.v1.IngressServiceBackend name=+s port=+networking.v1.ServiceBackendPort
networking.v1.IngressSpec defaultBackend=?networking.v1.IngressBackend ingressClassName=?s rules=[networking.v1.IngressRule] tls=[networking.v1.IngressTLS]
networking.v1.IngressStatus loadBalancer=+networking.v1.IngressLoadBalancerStatus
networking.v1.IngressTLS hosts=[s] secretName=s
networking.v1.NetworkPolicy apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+networking.v1.NetworkPolicySpec
networking.v1.NetworkPolicyEgressRule ports=[networking.v1.NetworkPolicyPort] to=[networking.v1.NetworkPolicyPeer]
networking.v1.NetworkPolicyIngressRule from=[networking.v1.NetworkPolicyPeer] ports=[networking.v1.NetworkPolicyPort]
networking.v1.NetworkPolicyPeer ipBlock=?networking.v1.IPBlock namespaceSelector=?meta.LabelSelector podSelector=?meta.LabelSelector
networking.v1.NetworkPolicyPort endPort=?n port=?i protocol=?s
networking.v1.NetworkPolicySpec egress=[networking.v1.NetworkPolicyEgressRule] ingress=[networking.v1.NetworkPolicyIngressRule] podSelector=+meta.LabelSelector policyTypes=[s]
networking.v1.ParentReference group=s name=s namespace=s resource=s
networking.v1.ServiceBackendPort! name=s number=n
networking.v1.ServiceCIDR apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+networking.v1.ServiceCIDRSpec status=+networking.v1.ServiceCIDRStatus
networking.v1.ServiceCIDRSpec cidrs=[s]
networking.v1.ServiceCIDRStatus conditions=[meta.Condition]:type/type
node.v1.Overhead podFixed={q}
node.v1.RuntimeClass apiVersion=s handler=+s kind=s metadata=+meta.ObjectMeta overhead=?node.v1.Overhead scheduling=?node.v1.Scheduling
node.v1.Scheduling nodeSelector={s}! tolerations=[core.v1.Toleration]
policy.v1.Eviction apiVersion=s deleteOptions=?meta.DeleteOptions kind=s metadata=+meta.ObjectMeta
policy.v1.PodDisruptionBudget apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+policy.v1.PodDisruptionBudgetSpec status=+policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetSpec maxUnavailable=?i minAvailable=?i selector=?meta.LabelSelector# unhealthyPodEvictionPolicy=?s
policy.v1.PodDisruptionBudgetStatus conditions=[meta.Condition]:type/type currentHealthy=+n desiredHealthy=+n disruptedPods={t} disruptionsAllowed=+n expectedPods=+n observedGeneration=n
rbac.v1.AggregationRule clusterRoleSelectors=[meta.LabelSelector]
rbac.v1.ClusterRole aggregationRule=?rbac.v1.AggregationRule apiVersion=s kind=s metadata=+meta.ObjectMeta rules=+[rbac.v1.PolicyRule]
rbac.v1.ClusterRoleBinding apiVersion=s kind=s metadata=+meta.ObjectMeta roleRef=+rbac.v1.RoleRef subjects=[rbac.v1.Subject]
rbac.v1.PolicyRule apiGroups=[s] nonResourceURLs=[s] resourceNames=[s] resources=[s] verbs=+[s]
rbac.v1.Role apiVersion=s kind=s metadata=+meta.ObjectMeta rules=+[rbac.v1.PolicyRule]
rbac.v1.RoleBinding apiVersion=s kind=s metadata=+meta.ObjectMeta roleRef=+rbac.v1.RoleRef subjects=[rbac.v1.Subject]
rbac.v1.RoleRef! apiGroup=+s kind=+s name=+s
rbac.v1.Subject! apiGroup=s kind=+s name=+s namespace=s
resource.v1.AllocatedDeviceStatus conditions=+[meta.Condition]:type data=?@ device=+s driver=+s networkData=?resource.v1.NetworkDeviceData pool=+s shareID=?s
resource.v1.AllocationResult allocationTimestamp=?t devices=+resource.v1.DeviceAllocationResult nodeSelector=?core.v1.NodeSelector
resource.v1.CELDeviceSelector expression=+s
resource.v1.CapacityRequestPolicy default=+?q validRange=?resource.v1.CapacityRequestPolicyRange validValues=[q]
resource.v1.CapacityRequestPolicyRange max=?q min=?q step=?q
resource.v1.CapacityRequirements requests={q}
resource.v1.Counter value=+q
resource.v1.CounterSet counters={resource.v1.Counter} name=+s
resource.v1.Device allNodes=?b allowMultipleAllocations=?b attributes={resource.v1.DeviceAttribute} bindingConditions=[s] bindingFailureConditions=[s] bindsToNode=?b capacity={resource.v1.DeviceCapacity} consumesCounters=[resource.v1.DeviceCounterConsumption] name=+s nodeAllocatableResourceMappings={resource.v1.NodeAllocatableResourceMapping} nodeName=?s nodeSelector=?core.v1.NodeSelector taints=[resource.v1.DeviceTaint]
resource.v1.DeviceAllocationConfiguration opaque=?resource.v1.OpaqueDeviceConfiguration requests=[s] source=+s
resource.v1.DeviceAllocationResult config=[resource.v1.DeviceAllocationConfiguration] results=[resource.v1.DeviceRequestAllocationResult]
resource.v1.DeviceAttribute bool=?b bools=[b] int=?n ints=[n] string=?s strings=[s] version=?s versions=[s]
resource.v1.DeviceCapacity requestPolicy=?resource.v1.CapacityRequestPolicy value=+q
resource.v1.DeviceClaim config=[resource.v1.DeviceClaimConfiguration] constraints=[resource.v1.DeviceConstraint] requests=+[resource.v1.DeviceRequest]
resource.v1.DeviceClaimConfiguration opaque=?resource.v1.OpaqueDeviceConfiguration requests=[s]
resource.v1.DeviceClass apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+resource.v1.DeviceClassSpec
resource.v1.DeviceClassConfiguration opaque=?resource.v1.OpaqueDeviceConfiguration
resource.v1.DeviceClassSpec config=[resource.v1.DeviceClassConfiguration] extendedResourceName=?s selectors=[resource.v1.DeviceSelector]
resource.v1.DeviceConstraint distinctAttribute=?s matchAttribute=?s requests=[s]
resource.v1.DeviceCounterConsumption counterSet=+s counters={resource.v1.Counter}
resource.v1.DeviceRequest exactly=?resource.v1.ExactDeviceRequest firstAvailable=[resource.v1.DeviceSubRequest] name=+s
resource.v1.DeviceRequestAllocationResult adminAccess=?b bindingConditions=[s] bindingFailureConditions=[s] consumedCapacity={q} device=+s driver=+s pool=+s request=+s shareID=?s tolerations=[resource.v1.DeviceToleration]
resource.v1.DeviceSelector cel=?resource.v1.CELDeviceSelector
resource.v1.DeviceSubRequest allocationMode=s capacity=?resource.v1.CapacityRequirements count=n deviceClassName=+s name=+s selectors=[resource.v1.DeviceSelector] tolerations=[resource.v1.DeviceToleration]
resource.v1.DeviceTaint effect=+s key=+s timeAdded=?t value=s
resource.v1.DeviceToleration effect=s key=s operator=s tolerationSeconds=?n value=s
resource.v1.ExactDeviceRequest adminAccess=?b allocationMode=s capacity=?resource.v1.CapacityRequirements count=n deviceClassName=+s selectors=[resource.v1.DeviceSelector] tolerations=[resource.v1.DeviceToleration]
resource.v1.NetworkDeviceData hardwareAddress=s interfaceName=s ips=[s]
resource.v1.NodeAllocatableResourceMapping allocationMultiplier=?q capacityKey=?s
resource.v1.OpaqueDeviceConfiguration driver=+s parameters=+@
resource.v1.ResourceClaim apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+resource.v1.ResourceClaimSpec status=+resource.v1.ResourceClaimStatus
resource.v1.ResourceClaimConsumerReference apiGroup=s name=+s resource=+s uid=+s
resource.v1.ResourceClaimSpec devices=+resource.v1.DeviceClaim
resource.v1.ResourceClaimStatus allocation=?resource.v1.AllocationResult devices=[resource.v1.AllocatedDeviceStatus]:driver,device,pool,shareID reservedFor=[resource.v1.ResourceClaimConsumerReference]:uid/uid
resource.v1.ResourceClaimTemplate apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+resource.v1.ResourceClaimTemplateSpec
resource.v1.ResourceClaimTemplateSpec metadata=+meta.ObjectMeta spec=+resource.v1.ResourceClaimSpec
resource.v1.ResourcePool generation=+n name=+s resourceSliceCount=+n
resource.v1.ResourceSlice apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+resource.v1.ResourceSliceSpec
resource.v1.ResourceSliceSpec allNodes=?b devices=[resource.v1.Device] driver=+s nodeName=?s nodeSelector=?core.v1.NodeSelector perDeviceNodeSelection=?b pool=+resource.v1.ResourcePool sharedCounters=[resource.v1.CounterSet]
scheduling.v1.PriorityClass apiVersion=s description=s globalDefault=b kind=s metadata=+meta.ObjectMeta preemptionPolicy=?s value=+n
storage.v1.CSIDriver apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+storage.v1.CSIDriverSpec
storage.v1.CSIDriverSpec attachRequired=?b fsGroupPolicy=?s nodeAllocatableUpdatePeriodSeconds=?n podInfoOnMount=?b preventPodSchedulingIfMissing=?b requiresRepublish=?b seLinuxMount=?b serviceAccountTokenInSecrets=?b storageCapacity=?b tokenRequests=[storage.v1.TokenRequest] volumeLifecycleModes=[s]=
storage.v1.CSINode apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+storage.v1.CSINodeSpec
storage.v1.CSINodeDriver allocatable=?storage.v1.VolumeNodeResources name=+s nodeID=+s topologyKeys=+[s]
storage.v1.CSINodeSpec drivers=+[storage.v1.CSINodeDriver]:name/name
storage.v1.CSIStorageCapacity apiVersion=s capacity=?q kind=s maximumVolumeSize=?q metadata=+meta.ObjectMeta nodeTopology=?meta.LabelSelector storageClassName=+s
storage.v1.StorageClass allowVolumeExpansion=?b allowedTopologies=[core.v1.TopologySelectorTerm] apiVersion=s kind=s metadata=+meta.ObjectMeta mountOptions=[s] parameters={s} provisioner=+s reclaimPolicy=?s volumeBindingMode=?s
storage.v1.TokenRequest audience=+s expirationSeconds=?n
storage.v1.VolumeAttachment apiVersion=s kind=s metadata=+meta.ObjectMeta spec=+storage.v1.VolumeAttachmentSpec status=+storage.v1.VolumeAttachmentStatus
storage.v1.VolumeAttachmentSource inlineVolumeSpec=?core.v1.PersistentVolumeSpec persistentVolumeName=?s
storage.v1.VolumeAttachmentSpec attacher=+s nodeName=+s source=+storage.v1.VolumeAttachmentSource
storage.v1.VolumeAttachmentStatus attachError=?storage.v1.VolumeError attached=+b attachmentMetadata={s} detachError=?storage.v1.VolumeError
storage.v1.VolumeAttributesClass apiVersion=s driverName=+s kind=s metadata=+meta.ObjectMeta parameters={s}
storage.v1.VolumeError errorCode=?n message=s time=+t
storage.v1.VolumeNodeResources count=?n
`;
